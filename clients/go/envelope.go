package analytics

import "time"

// What the service takes in one request.
const (
	maxBodyBytes     = 512000
	maxBatchMessages = 2500

	// The service merges the shared context into each message and bounds what comes out of that
	// for the whole batch; its own additions to a message take less than the second figure.
	maxSettledBytes   = 4 << 20
	settledExtraBytes = 256

	// A message at its own limit with a context at this one still fits after merging.
	maxContextBytes = 16384
)

const (
	envelopeStart   = `{`
	envelopeContext = `"context":`
	envelopeBatch   = `"batch":[`
	envelopeEnd     = `]}`
)

// envelope is what a request has around its messages.
type envelope struct {
	start []byte
	// messages and bytes are how many messages of how many bytes, commas included, go in at most.
	messages int
	bytes    int
}

// newEnvelope makes one with that JSON as the context of all messages; empty for none.
func newEnvelope(context []byte, messages int) envelope {
	start := []byte(envelopeStart)
	if len(context) > 0 {
		start = append(start, envelopeContext...)
		start = append(start, context...)
		start = append(start, ',')
	}
	start = append(start, envelopeBatch...)
	settled := (maxSettledBytes - maxBodyBytes) / (len(context) + settledExtraBytes)
	return envelope{
		start:    start,
		messages: least(messages, maxBatchMessages, settled),
		bytes:    maxBodyBytes - len(start) - len(envelopeEnd),
	}
}

// body is a request with these calls, sent at that time. It is a new slice each time, because the
// HTTP client may still read the last one after it was answered.
func (e envelope) body(calls []call, sentAt time.Time) []byte {
	size := len(e.start) + len(envelopeEnd) + len(calls)
	for _, c := range calls {
		size += c.size()
	}
	body := append(make([]byte, 0, size), e.start...)
	for i, c := range calls {
		if i > 0 {
			body = append(body, ',')
		}
		body = c.appendTo(body, sentAt)
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
