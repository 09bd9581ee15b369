package analytics

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxAnswerBytes is enough for a response that rejects every message of a batch, with details.
const maxAnswerBytes = 4 << 20

// verdict is the outcome of an attempt to send a batch.
type verdict struct {
	// err is nil if the service accepted the batch, except for the rejected messages.
	err      error
	rejected map[int]*RejectedError // by index in the batch
	// retry is true if a retry may succeed; retryAfter is the minimum delay.
	retry      bool
	retryAfter time.Duration
}

// of returns the error of the message at an index.
func (v verdict) of(place int) error {
	if rejection, ok := v.rejected[place]; ok {
		return rejection
	}
	return v.err
}

// answer is the service's response body.
type answer struct {
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

// judge evaluates the response to a request with a number of messages.
//
// Only 200 with {"success":true} means that the messages are on disk. Any other success comes from
// something that is not the service, such as a proxy or the page of a hotel's network. Sending the
// same again would not change that, so it is told like a refusal.
func judge(
	endpoint string, status int, header http.Header, body []byte, messages int, now time.Time,
) verdict {
	var a answer
	// A body that is not JSON comes from a proxy; then only the status counts.
	malformed := json.Unmarshal(body, &a) != nil
	rejected, sound := a.rejections(messages)

	e := &ResponseError{StatusCode: status, Code: a.Code, Message: a.Message}
	v := verdict{err: e, rejected: rejected}
	switch {
	case status >= 200 && status <= 299:
		problem := a.problem(status, malformed, sound)
		if problem == "" {
			return verdict{rejected: rejected}
		}
		if a.Message != "" {
			problem += ": " + a.Message
		}
		e.Message = endpoint + " does not answer as the service does; " + problem
		v.rejected = nil
	case header.Get("Location") != "" && e.Message == "":
		e.Message = "the service is at " + header.Get("Location")
	}
	if mayPass(status) {
		v.retry = true
		v.retryAfter = retryAfter(header.Get("Retry-After"), now)
	}
	return v
}

// mayPass returns whether a later retry of the same request may succeed.
func mayPass(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= 500
}

// problem says why a 200 response is not from the service; it is empty if it is.
func (a answer) problem(status int, malformed, sound bool) string {
	switch {
	case status != http.StatusOK:
		return "the service never says so"
	case malformed || a.Success == nil:
		return `"success":true is missing`
	case !*a.Success:
		return `"success" is false`
	case !sound:
		return "its list of rejected messages makes no sense"
	}
	return ""
}

// rejections are the rejected messages by their place among so many. It reports false if the list
// is none, or has places that there are not.
func (a answer) rejections(messages int) (map[int]*RejectedError, bool) {
	var list []rejection
	if len(a.Rejected) > 0 && json.Unmarshal(a.Rejected, &list) != nil {
		return nil, false
	}
	rejected, sound := make(map[int]*RejectedError, len(list)), true
	for _, r := range list {
		if r.Index == nil || *r.Index < 0 || *r.Index >= messages {
			sound = false
			continue
		}
		rejected[*r.Index] = &RejectedError{Code: r.Code, Message: r.Message}
	}
	return rejected, sound
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
