package analytics

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
)

// VerifySignature tells a receiver of webhooks whether a request comes from somebody who knows the
// destination's shared secret. body is the request's body as it was received, byte for byte, header
// the value of its X-Signature. The comparison takes the same time wherever they differ. Without a
// secret nothing is proven, so the answer is false.
func VerifySignature(secret string, body []byte, header string) bool {
	signature, err := hex.DecodeString(header)
	if err != nil || secret == "" {
		return false
	}
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write(body)
	return hmac.Equal(signature, mac.Sum(nil))
}
