package analytics

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
)

// VerifySignature returns whether a webhook request was signed with the destination's shared
// secret. body is the raw request body, header is the value of X-Signature. The comparison takes
// constant time. The result is false for an empty secret, which proves nothing.
func VerifySignature(secret string, body []byte, header string) bool {
	signature, err := hex.DecodeString(header)
	if err != nil || secret == "" {
		return false
	}
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write(body)
	return hmac.Equal(signature, mac.Sum(nil))
}
