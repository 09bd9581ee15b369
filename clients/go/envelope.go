package analytics

import "time"

// The limits of the service for one request.
const (
	maxBodyBytes     = 512000
	maxBatchMessages = 2500

	// The service merges the shared context into each message and limits the total size of the merged
	// batch. Its own additions to a message take less than mergedExtraBytes.
	maxMergedBytes   = 4 << 20
	mergedExtraBytes = 256

	// A message at its limit still fits after merging with a context of this size.
	maxContextBytes = 16384
)

const (
	envelopeStart   = `{`
	envelopeContext = `"context":`
	envelopeBatch   = `"batch":[`
	envelopeEnd     = `]}`
)

// envelope is the JSON around the messages of a request.
type envelope struct {
	start []byte
	// The maximum number of messages, and their maximum size in bytes, including commas.
	messages int
	bytes    int
}

// newEnvelope creates an envelope with a context in JSON, which may be empty.
func newEnvelope(context []byte, messages int) envelope {
	start := []byte(envelopeStart)
	if len(context) > 0 {
		start = append(start, envelopeContext...)
		start = append(start, context...)
		start = append(start, ',')
	}
	start = append(start, envelopeBatch...)
	merged := (maxMergedBytes - maxBodyBytes) / (len(context) + mergedExtraBytes)
	return envelope{
		start:    start,
		messages: least(messages, maxBatchMessages, merged),
		bytes:    maxBodyBytes - len(start) - len(envelopeEnd),
	}
}

// body returns a request body. It is a new slice each time, because the HTTP client may still read
// the last one after its response.
func (e envelope) body(messages []queuedMessage, sentAt time.Time) []byte {
	size := len(e.start) + len(envelopeEnd) + len(messages)
	for _, m := range messages {
		size += m.size()
	}
	body := append(make([]byte, 0, size), e.start...)
	for i, m := range messages {
		if i > 0 {
			body = append(body, ',')
		}
		body = m.appendTo(body, sentAt)
	}
	return append(body, envelopeEnd...)
}

func least(first int, others ...int) int {
	for _, other := range others {
		if other < first {
			first = other
		}
	}
	return first
}
