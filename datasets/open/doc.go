// Package open turns the paths that a user names into inputs:
//
//  1. walk: files, folders and globs become a sorted list of files,
//  2. look: each file is decompressed where it is packed, and recognised by its
//     content,
//  3. group: the files of one log become one Input.
//
// An Input is a datasets.Source; nothing is held open between two readings.
package open
