package analytics

import (
	"encoding/hex"
	"fmt"
	"io"
)

// newUUID returns a random UUID, version 4.
func newUUID(random io.Reader) (string, error) {
	var b [16]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("analytics: no randomness for a messageId: %w", err)
	}
	b[6] = b[6]&0x0f | 0x40 // version
	b[8] = b[8]&0x3f | 0x80 // variant
	var text [36]byte
	hex.Encode(text[0:8], b[0:4])
	hex.Encode(text[9:13], b[4:6])
	hex.Encode(text[14:18], b[6:8])
	hex.Encode(text[19:23], b[8:10])
	hex.Encode(text[24:36], b[10:16])
	text[8], text[13], text[18], text[23] = '-', '-', '-', '-'
	return string(text[:]), nil
}
