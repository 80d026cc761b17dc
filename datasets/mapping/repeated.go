package mapping

import "bytes"

// deepestKeys is how deep inside of a record keys are looked at: a record, a member
// of it (info), one of that (reward_info), and one more. What lists hold, messages
// and their arguments, is not looked at: it decides no verdict.
const deepestKeys = 4

// RepeatedKey is the first key that an object, or an object inside of it, has twice
// with different values, "" for none. JSON leaves open which of them counts (RFC
// 8259, 4), and decoders disagree.
func RepeatedKey(text []byte) string {
	k := keyScan{text: text}
	k.space()
	if k.at < len(text) && text[k.at] == '{' {
		k.object(1)
	}
	return k.found
}

// keyScan walks valid JSON; on anything else it ends early.
type keyScan struct {
	text  []byte
	at    int
	found string
}

// member is a key and its value, by their places.
type member struct{ key, value []byte }

// space passes over white space, commas and colons: the text is valid JSON, so they only
// separate.
func (k *keyScan) space() {
	for k.at < len(k.text) && (k.text[k.at] == ' ' || k.text[k.at] == '\n' || k.text[k.at] == '\t' || k.text[k.at] == '\r' || k.text[k.at] == ',' || k.text[k.at] == ':') {
		k.at++
	}
}

// object compares the keys of one object, and of those within it. Each key is compared with all
// before it, which is faster than a map for objects of a few keys.
func (k *keyScan) object(depth int) {
	var seen [24]member // most objects have fewer, and stay off the heap
	members := seen[:0]
	k.at++
	for {
		k.space()
		if k.at >= len(k.text) || k.text[k.at] != '"' {
			k.at++
			return
		}
		start := k.at
		k.quoted()
		if k.at > len(k.text) {
			return
		}
		m := member{key: k.text[start:k.at]}
		k.space()
		start = k.at
		k.value(depth)
		if k.at > len(k.text) {
			return
		}
		m.value = k.text[start:k.at]
		for i := range members {
			if bytes.Equal(members[i].key, m.key) && !bytes.Equal(members[i].value, m.value) && k.found == "" {
				k.found = string(m.key[1 : len(m.key)-1])
			}
		}
		if len(members) < mostMembers {
			members = append(members, m)
		}
	}
}

// mostMembers bounds the keys of one object that are compared with each other: an object
// of more keys is a table by data, and comparing all pairs would take its square in time.
const mostMembers = 256

// value passes over a value, and looks into it where it is an object.
func (k *keyScan) value(depth int) {
	if k.at >= len(k.text) {
		k.at++
		return
	}
	switch c := k.text[k.at]; {
	case c == '"':
		k.quoted()
	case c == '{' && depth < deepestKeys:
		k.object(depth + 1)
	case c == '{' || c == '[':
		k.pass()
	default:
		for k.at < len(k.text) && bytes.IndexByte([]byte(",}] \n\r\t"), k.text[k.at]) < 0 {
			k.at++
		}
	}
}

// quoted passes over a string.
func (k *keyScan) quoted() {
	for i := k.at + 1; ; {
		j := bytes.IndexByte(k.text[i:], '"')
		if j < 0 {
			k.at = len(k.text) + 1
			return
		}
		i += j + 1
		escapes := 0
		for b := i - 2; b > k.at && k.text[b] == '\\'; b-- {
			escapes++
		}
		if escapes%2 == 0 {
			k.at = i
			return
		}
		if i >= len(k.text) {
			k.at = len(k.text) + 1
			return
		}
	}
}

// pass goes behind a list or an object that is not looked at.
func (k *keyScan) pass() {
	depth := 0
	for k.at < len(k.text) {
		switch k.text[k.at] {
		case '"':
			k.quoted()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		k.at++
		if depth == 0 {
			return
		}
	}
	k.at = len(k.text) + 1
}
