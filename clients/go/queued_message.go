package analytics

import "time"

// timeFormat is the wire format of times: UTC, milliseconds, fixed length.
const timeFormat = "2006-01-02T15:04:05.000Z"

const (
	sentAtKey   = `,"sentAt":"`
	sentAtEnd   = `"}`
	sentAtBytes = len(sentAtKey) + len(timeFormat) + len(sentAtEnd) - len(`}`)
)

// queuedMessage is an encoded message without sentAt, which each attempt adds. It is immutable.
type queuedMessage struct {
	kind string
	id   string
	json []byte
	// stamped is true if the library set the timestamp. Only then sentAt is sent, which lets the
	// service correct a wrong clock; a timestamp of the caller must arrive unchanged.
	stamped bool
}

// size is the size of the message in a body, in bytes.
func (m queuedMessage) size() int {
	if m.stamped {
		return len(m.json) + sentAtBytes
	}
	return len(m.json)
}

// appendTo appends the message to a body, with the time of sending.
func (m queuedMessage) appendTo(body []byte, sentAt time.Time) []byte {
	if !m.stamped {
		return append(body, m.json...)
	}
	body = append(body, m.json[:len(m.json)-1]...)
	body = append(body, sentAtKey...)
	body = sentAt.UTC().AppendFormat(body, timeFormat)
	return append(body, sentAtEnd...)
}
