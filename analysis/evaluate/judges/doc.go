// Package judges holds judges against the reference and each other: agreement with the reference by task,
// chance-corrected agreement, success put right for a judge's errors (Rogan and Gladen), bias, panels
// (Fleiss, Krippendorff), and stored verdicts against the judge's own text. The unit is the task or its
// cluster: seven copies of every attempt change no p-value.
package judges
