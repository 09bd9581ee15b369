package analytics

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxResponseBytes is enough for a response that rejects every message of a batch, with details.
const maxResponseBytes = 4 << 20

// sendResult is the outcome of an attempt to send a batch.
type sendResult struct {
	// err is nil if the service accepted the batch, except for the rejected messages.
	err      error
	rejected map[int]*RejectedError // by index in the batch
	// retry is true if a retry may succeed; retryAfter is the minimum delay.
	retry      bool
	retryAfter time.Duration
}

// of returns the error of the message at an index.
func (r sendResult) of(index int) error {
	if rejection, ok := r.rejected[index]; ok {
		return rejection
	}
	return r.err
}

// responseBody is the service's response body.
type responseBody struct {
	Success  *bool           `json:"success"`
	Code     string          `json:"code"`
	Message  string          `json:"message"`
	Rejected json.RawMessage `json:"rejected"`
}

// rejection is an item of the list of rejected messages.
type rejection struct {
	Index   *int   `json:"index"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// evaluate returns the result of a request with a number of messages.
//
// Only 200 with {"success":true} means that the messages are on disk. Any other 2xx comes from
// something that is not the service, such as a proxy or a captive portal. A retry would not change
// that, so it counts as refused.
func evaluate(
	endpoint string, status int, header http.Header, body []byte, messages int, now time.Time,
) sendResult {
	var b responseBody
	// A body that is not JSON comes from a proxy; then only the status matters.
	malformed := json.Unmarshal(body, &b) != nil
	rejected, valid := b.rejections(messages)

	e := &ResponseError{StatusCode: status, Code: b.Code, Message: b.Message}
	r := sendResult{err: e, rejected: rejected}
	switch {
	case status >= 200 && status <= 299:
		problem := b.problem(status, malformed, valid)
		if problem == "" {
			return sendResult{rejected: rejected}
		}
		if b.Message != "" {
			problem += ": " + b.Message
		}
		e.Message = endpoint + " is not the service: " + problem
		r.rejected = nil
	case header.Get("Location") != "" && e.Message == "":
		e.Message = "the service is at " + header.Get("Location")
	}
	if isTemporary(status) {
		r.retry = true
		r.retryAfter = retryAfter(header.Get("Retry-After"), now)
	}
	return r
}

// isTemporary returns whether a later retry of the same request may succeed.
func isTemporary(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= 500
}

// problem returns why a 2xx response is not from the service, or an empty string.
func (b responseBody) problem(status int, malformed, valid bool) string {
	switch {
	case status != http.StatusOK:
		return "the service never returns this status"
	case malformed || b.Success == nil:
		return `"success":true is missing`
	case !*b.Success:
		return `"success" is false`
	case !valid:
		return "the list of rejected messages is invalid"
	}
	return ""
}

// rejections returns the rejected messages by index. It returns false if the list is invalid or an
// index is out of range.
func (b responseBody) rejections(messages int) (map[int]*RejectedError, bool) {
	var list []rejection
	if len(b.Rejected) > 0 && json.Unmarshal(b.Rejected, &list) != nil {
		return nil, false
	}
	rejected, valid := make(map[int]*RejectedError, len(list)), true
	for _, r := range list {
		if r.Index == nil || *r.Index < 0 || *r.Index >= messages {
			valid = false
			continue
		}
		rejected[*r.Index] = &RejectedError{Code: r.Code, Message: r.Message}
	}
	return rejected, valid
}

// retryAfter reads the Retry-After header: seconds or a date; zero if it is neither.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if seconds, err := strconv.Atoi(value); err == nil {
		if seconds > int(maxRetryAfter/time.Second) {
			return maxRetryAfter
		}
		return atLeastZero(time.Duration(seconds) * time.Second)
	}
	if date, err := http.ParseTime(value); err == nil {
		return atLeastZero(date.Sub(now))
	}
	return 0
}

func atLeastZero(d time.Duration) time.Duration {
	if d < 0 {
		return 0
	}
	return d
}
