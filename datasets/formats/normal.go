package formats

import "encoding/json"

// normal is a JSON value in one spelling, for digests: without white space and
// null members, keys sorted, texts escaped alike. What is not JSON stays as it is.
func normal(raw []byte) []byte {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return raw
	}
	b, err := json.Marshal(withoutNulls(v))
	if err != nil {
		return raw
	}
	return b
}

// withoutNulls drops the null members of objects at any depth. Nulls in a list keep their
// place, which has a meaning.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = withoutNulls(v[i])
		}
	case map[string]any:
		for key, member := range v {
			if member == nil {
				delete(v, key)
				continue
			}
			v[key] = withoutNulls(member)
		}
	}
	return v
}
