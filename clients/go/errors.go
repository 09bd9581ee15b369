package analytics

import (
	"errors"
	"fmt"
)

// The errors of calls; nothing was queued. The texts about missing fields are those of the original
// library.
var (
	// ErrClosed is returned by calls after Close or Shutdown.
	ErrClosed = errors.New("analytics: the client is closed")

	// ErrQueueFull is returned by calls that find no room in the queue.
	ErrQueueFull = errors.New("analytics: the queue is full")

	// ErrTooLarge is wrapped by the error for a message of more than 32,768 bytes.
	ErrTooLarge = errors.New("analytics: the message is too large")

	// ErrTooDeep is returned for a message with more than 62 levels of objects and arrays, for which
	// the service would refuse the whole batch.
	ErrTooDeep = errors.New("analytics: the message is nested more than 62 levels deep")

	errNoExpect     = errors.New("analytics: a proxy refuses Expect: 100-continue")
	errNoMessage    = errors.New("analytics: the message is nil")
	errNoWriteKey   = errors.New("analytics: the client has no write key; make it with New")
	errNoIdentity   = errors.New("You must pass either an 'anonymousId' or 'userId'.")
	errNoUserId     = errors.New("You must pass a 'userId'.")
	errNoPreviousId = errors.New("You must pass a 'previousId'.")
	errNoGroupId    = errors.New("You must pass a 'groupId'.")
	errNoEvent      = errors.New("You must pass 'event'.")
	errNoTime       = errors.New("You must pass a 'timestamp' in ISO 8601: 2026-01-31T12:00:00Z.")
	errUserInfo     = errors.New("analytics: the Endpoint contains a user name or password; " +
		"remove it: requests carry the write key")
	errLongMessageId = errors.New("analytics: the messageId has more than 100 characters")
)

// RejectedError is the reason why the service rejected one message of a batch.
type RejectedError struct {
	Code    string // for programs, such as "timestamp_invalid"
	Message string // for people
}

func (e *RejectedError) Error() string {
	return fmt.Sprintf("analytics: message rejected: %s (%s)", e.Message, e.Code)
}

// ResponseError is a response to a whole request other than success.
type ResponseError struct {
	StatusCode int
	Code       string // for programs, such as "invalid_write_key"; may be empty
	Message    string // for people; may be empty
}

func (e *ResponseError) Error() string {
	text := fmt.Sprintf("analytics: answered %d", e.StatusCode)
	if e.Message != "" {
		text += ": " + e.Message
	}
	if e.Code != "" {
		text += " (" + e.Code + ")"
	}
	return text
}
