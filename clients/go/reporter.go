package analytics

import (
	"encoding/json"
	"log"
)

// Result tells a callback what became of one message.
type Result struct {
	Type      string          // "track", "identify" and so on
	MessageId string          // the caller's, or the one that the library made
	Body      json.RawMessage // the message as it was sent, but for sentAt; do not change it

	// Err is nil if the service has accepted the message and made it durable. Otherwise it is, or
	// wraps, a *RejectedError (this message was not accepted), a *ResponseError (the whole
	// request was not), the error of the connection, or that of the context that ended a
	// shutdown.
	Err error
}

// reporter tells the program what happens. Only the sender uses it.
type reporter struct {
	callback func(Result)
	logger   *log.Logger
	verbose  bool
	failing  bool // whether the last attempt is to be repeated
}

// sending comes before each attempt.
func (r *reporter) sending(batch []call, bytes, attempt int) {
	r.debugf("sending %d messages, %d bytes, attempt %d", len(batch), bytes, attempt)
}

// attempted comes after each attempt. The start and the end of an outage are worth a line, the
// attempts between only to those who debug.
func (r *reporter) attempted(v verdict) {
	switch {
	case v.retry && !r.failing:
		r.logger.Printf("cannot send, will try again: %v", v.err)
	case v.retry:
		r.debugf("cannot send yet: %v", v.err)
	case r.failing:
		r.logger.Printf("the service answers again")
	}
	r.failing = v.retry
}

// outcome comes once for each batch.
func (r *reporter) outcome(batch []call, v verdict) {
	failed, first := 0, error(nil)
	for place, c := range batch {
		err := v.of(place)
		if err != nil {
			failed++
			if first == nil {
				first = err
			}
		}
		if r.callback != nil {
			r.callback(Result{Type: c.kind, MessageId: c.id, Body: c.json, Err: err})
		}
	}
	switch {
	case failed == 0:
		r.debugf("%d messages accepted", len(batch))
	case r.callback == nil:
		r.logger.Printf("%d of %d messages not accepted: %v", failed, len(batch), first)
	default:
		r.debugf("%d of %d messages not accepted: %v", failed, len(batch), first)
	}
}

func (r *reporter) debugf(format string, args ...interface{}) {
	if r.verbose {
		r.logger.Printf(format, args...)
	}
}
