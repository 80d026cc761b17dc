package relations

import (
	"regexp"
	"slices"
	"strings"
)

// role is what a head says that its numbers are.
type role string

// roleHeads tell the roles by the last part of a head, in the order in which they are asked:
// "Std. Error" is no standard deviation. What a head says besides is the name of a group:
// the two heads "Control mean" and "Control SD" belong together.
var roleHeads = []struct {
	is   role
	head *regexp.Regexp
}{
	{"se", regexp.MustCompile(`(?i)(?:^|[\s(,/])(?:s\.?\s?e\.?(?:\s?m\.?)?|std\.?\s*err(?:or|\.)?|standard\s+errors?)(?:$|[\s),])`)},
	{"sd", regexp.MustCompile(`(?i)(?:^|[\s(,/])(?:s\.?\s?d\.?|st\.?\s?d(?:ev)?\.?|std\.?(?:\s*dev(?:iation|\.)?)?|standard\s+deviations?|σ)(?:$|[\s),])`)},
	{"low", regexp.MustCompile(`(?i)(?:^|[\s(,/])(?:lower|low|lcl|lwr|2\.5\s?%|ci\s?low|ll)(?:$|[\s),.])`)},
	{"high", regexp.MustCompile(`(?i)(?:^|[\s(,/])(?:upper|high|ucl|upr|97\.5\s?%|ci\s?high|ul)(?:$|[\s),.])`)},
	{"half", regexp.MustCompile(`(?i)(?:^|[\s(,/])(?:±|half[\s-]?width|margin(?:\s+of\s+error)?)(?:$|[\s),])`)},
	{"d", regexp.MustCompile(`(?i)^(?:cohen['’]?s?\s+)?d(?:\s*\(.*\))?$`)},
	{"g", regexp.MustCompile(`(?i)^(?:hedges['’]?s?\s+)?g$`)},
	{"h", regexp.MustCompile(`(?i)^cohen['’]?s?\s+h$`)},
	{"t", regexp.MustCompile(`(?i)^t(?:[\s-]?(?:value|stat(?:istic)?))?$`)},
	{"tp", regexp.MustCompile(`(?i)^(?:#\s*)?(?:tp|true\s+pos(?:itives?|\.))$`)},
	{"fp", regexp.MustCompile(`(?i)^(?:#\s*)?(?:fp|false\s+pos(?:itives?|\.))$`)},
	{"fn", regexp.MustCompile(`(?i)^(?:#\s*)?(?:fn|false\s+neg(?:atives?|\.))$`)},
	{"tn", regexp.MustCompile(`(?i)^(?:#\s*)?(?:tn|true\s+neg(?:atives?|\.))$`)},
	{"accuracy", regexp.MustCompile(`(?i)^(?:acc\.?|accuracy)(?:\s*\(%\))?$`)},
	{"precision", regexp.MustCompile(`(?i)^(?:prec\.?|precision|ppv)(?:\s*\(%\))?$`)},
	{"recall", regexp.MustCompile(`(?i)^(?:rec\.?|recall|sensitivity|tpr)(?:\s*\(%\))?$`)},
	{"specificity", regexp.MustCompile(`(?i)^(?:spec\.?|specificity|tnr)(?:\s*\(%\))?$`)},
	{"f1", regexp.MustCompile(`(?i)^f-?1(?:[\s-]?score)?(?:\s*\(%\))?$`)},
	{"mcc", regexp.MustCompile(`^MCC$`)},
	{"onlyA", regexp.MustCompile(`(?i)^(?:b|n\s?10|n_?\{?10\}?|only\s+a|a\s+only)$`)},
	{"onlyB", regexp.MustCompile(`(?i)^(?:c|n\s?01|n_?\{?01\}?|only\s+b|b\s+only)$`)},
	{"or", regexp.MustCompile(`^(?:OR|(?i:odds\s+ratio))$`)},
	{"p", regexp.MustCompile(`(?i)^p(?:[\s-]?val(?:ue)?s?\.?)?$`)},
	{"n", regexp.MustCompile(`^(?i:n|#|#\s?\p{L}+|n\s?\(.*\)|sample\s+size|count|no\.?\s+of\s+.*|number\s+of\s+.*|tasks|cases|queries|questions|participants|subjects|patients|items|examples|samples|instances|problems)$`)},
	{"mean", regexp.MustCompile(`(?i)(?:^|[\s(,/])(?:means?|m|avg\.?|average|estimates?|coef(?:f?icients?|\.)?|value|score)(?:$|[\s),])`)},
}

// roled is a field of a view with its role and the group that it belongs to.
type roled struct {
	field int
	role  role
	group string
}

// roles are the fields of a view whose heads name a role.
func (v view) roles() []roled {
	var out []roled
	for _, f := range v.numeric() {
		is, group := roleOf(v.field(f))
		if is != "" && (!counting[is] || v.counts(f)) {
			out = append(out, roled{f, is, group})
		}
	}
	return out
}

// counting are the roles of whole numbers.
var counting = map[role]bool{"n": true, "tp": true, "fp": true, "fn": true, "tn": true, "onlyA": true, "onlyB": true}

// counts tells whether all numbers of a field are counts.
func (v view) counts(field int) bool {
	from, to := v.items()
	for i := from; i < to; i++ {
		q := v.at(i, field)
		if q != nil && (!q.whole || q.value < 0 || q.Approx || q.Unit == "%" || q.Unit == "k" || q.Unit == "M" || q.Unit == "B") {
			return false
		}
	}
	return true
}

// roleOf reads a head of one or more parts.
func roleOf(head string) (is role, group string) {
	parts := strings.Split(head, " / ")
	last := strings.TrimSpace(strings.Trim(strings.TrimSpace(parts[len(parts)-1]), "$*"))
	for _, r := range roleHeads {
		at := r.head.FindStringIndex(last)
		if at == nil {
			continue
		}
		rest := strings.TrimSpace(last[:at[0]] + " " + last[at[1]:])
		return r.is, groupName(append(slices.Clone(parts[:len(parts)-1]), rest))
	}
	return "", ""
}

// groupName is what is left of heads that name roles: the words, without signs.
func groupName(parts []string) string {
	var ws []string
	for _, part := range parts {
		for _, w := range words(part) {
			if w != "%" && w != "ci" && w != "95" && w != "of" && w != "the" {
				ws = append(ws, w)
			}
		}
	}
	return strings.Join(ws, " ")
}

// find is the field of a role in a group; ok is false where there is none, or several.
func find(all []roled, is role, group string) (field int, ok bool) {
	field = -1
	for _, r := range all {
		if r.role == is && r.group == group {
			if ok {
				return -1, false
			}
			field, ok = r.field, true
		}
	}
	return field, ok
}

// findOr is the field of a role in a group, else the one that is for all groups.
func findOr(all []roled, is role, group string) (field int, ok bool) {
	if field, ok = find(all, is, group); ok || group == "" {
		return field, ok
	}
	return find(all, is, "")
}

// groupsOf are the groups of a role, in order.
func groupsOf(all []roled, is role) []string {
	var out []string
	for _, r := range all {
		if r.role == is && !slices.Contains(out, r.group) {
			out = append(out, r.group)
		}
	}
	return out
}
