package analytics

import (
	"encoding/json"
	"log"
)

// Result is the outcome of one message, passed to the callback.
type Result struct {
	Type      string          // "track", "identify" and so on
	MessageId string          // set by the caller, or generated
	Body      json.RawMessage // the message as sent, without sentAt; do not modify

	// Err is nil if the service has accepted the message and made it durable. Otherwise it is, or
	// wraps, a *RejectedError (this message was not accepted), a *ResponseError (the whole
	// request was not), the error of the connection, or that of the context that ended a
	// shutdown.
	Err error
}

// reporter logs outcomes and calls the callback. Only the sender uses it.
type reporter struct {
	callback func(Result)
	logger   *log.Logger
	verbose  bool
	failing  bool // whether the last attempt failed and will be retried
}

// sending is called before each attempt.
func (r *reporter) sending(batch []queuedMessage, bytes, attempt int) {
	r.debugf("sending %d messages, %d bytes, attempt %d", len(batch), bytes, attempt)
}

// attempted is called after each attempt. It logs the start and the end of an outage; attempts in
// between only if verbose.
func (r *reporter) attempted(v sendResult) {
	switch {
	case v.retry && !r.failing:
		r.logger.Printf("cannot send; retrying: %v", v.err)
	case v.retry:
		r.debugf("retry failed: %v", v.err)
	case r.failing:
		r.logger.Printf("the service is available again")
	}
	r.failing = v.retry
}

// outcome is called once per batch.
func (r *reporter) outcome(batch []queuedMessage, v sendResult) {
	failed, first := 0, error(nil)
	for index, m := range batch {
		err := v.of(index)
		if err != nil {
			failed++
			if first == nil {
				first = err
			}
		}
		if r.callback != nil {
			r.callback(Result{Type: m.kind, MessageId: m.id, Body: m.json, Err: err})
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
