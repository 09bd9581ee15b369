package analytics

import "time"

// timeFormat is the wire format of times: UTC, milliseconds, fixed length.
const timeFormat = "2006-01-02T15:04:05.000Z"

const (
	sentAtKey   = `,"sentAt":"`
	sentAtEnd   = `"}`
	sentAtBytes = len(sentAtKey) + len(timeFormat) + len(sentAtEnd) - len(`}`)
)

// call is an encoded message without sentAt, which each attempt adds. It is immutable.
type call struct {
	kind string
	id   string
	json []byte
	// stamped says that the library chose the timestamp. Only then sentAt is sent, by which the
	// service corrects a wrong clock; a time that the caller chose is to arrive as it is.
	stamped bool
}

// size is the size of the call in a body, in bytes.
func (c call) size() int {
	if c.stamped {
		return len(c.json) + sentAtBytes
	}
	return len(c.json)
}

// appendTo writes the call into a body, with the time of sending.
func (c call) appendTo(body []byte, sentAt time.Time) []byte {
	if !c.stamped {
		return append(body, c.json...)
	}
	body = append(body, c.json[:len(c.json)-1]...)
	body = append(body, sentAtKey...)
	body = sentAt.UTC().AppendFormat(body, timeFormat)
	return append(body, sentAtEnd...)
}
