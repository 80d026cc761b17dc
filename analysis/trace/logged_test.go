package trace

import (
	"strings"
	"testing"
)

func TestIsDigest(t *testing.T) {
	hex := strings.Repeat("0a", 32)
	for s, want := range map[string]bool{
		hex: true, "sha256:" + hex: true, `{"sha256":"0a1b2c3d4e5f"}`: true, hex[:32]: true,
		"": false, "42": false, "deadbeef": false, `{"sha256":"0a","n":1}`: false, hex + " found": false, strings.ToUpper(hex[:20]): false,
	} {
		if IsDigest(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}
