package formats

import (
	"crypto/sha256"
	"encoding/hex"
)

// digest is a text's identity: the first 16 hexadecimal digits of its SHA-256.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
