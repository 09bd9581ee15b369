package analytics

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxAnswerBytes is enough for the service to reject every message of a batch, with words.
const maxAnswerBytes = 4 << 20

// verdict is what an attempt to send a batch came to.
type verdict struct {
	// err is nil if the service has accepted the batch, but for the rejected messages.
	err      error
	rejected map[int]*RejectedError // by place in the batch
	// retry says that sending the same again may help, retryAfter how long to wait at least.
	retry      bool
	retryAfter time.Duration
}

// of is the error of the message in that place.
func (v verdict) of(place int) error {
	if rejection, ok := v.rejected[place]; ok {
		return rejection
	}
	return v.err
}

// answer is a body as the service writes it.
type answer struct {
	Success  *bool           `json:"success"`
	Code     string          `json:"code"`
	Message  string          `json:"message"`
	Rejected json.RawMessage `json:"rejected"`
}

// rejection is an item of an answer's list of rejected messages.
type rejection struct {
	Index   *int   `json:"index"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// judge reads what an endpoint answered to a request with so many messages.
//
// Only 200 with {"success":true} means that the messages are on disk. Any other success comes from
// something that is not the service, such as a proxy or the page of a hotel's network. Sending the
// same again would not change that, so it is told like a refusal.
func judge(
	endpoint string, status int, header http.Header, body []byte, messages int, now time.Time,
) verdict {
	var a answer
	// What is not JSON comes from something between us and the service; then the status says all.
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

// mayPass tells whether the same request may be answered otherwise later.
func mayPass(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= 500
}

// problem says why a successful answer is not the service's; it is empty if it may be.
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

// retryAfter reads the header of that name: seconds, or a date; zero where it is neither.
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
