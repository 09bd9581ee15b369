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

// judge reads an answer of the service.
func judge(status int, header http.Header, body []byte, now time.Time) verdict {
	var answer struct {
		Code     string `json:"code"`
		Message  string `json:"message"`
		Rejected []struct {
			Index   *int   `json:"index"`
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"rejected"`
	}
	// What is not JSON comes from something between us and the service; then the status says all.
	_ = json.Unmarshal(body, &answer)

	v := verdict{rejected: make(map[int]*RejectedError, len(answer.Rejected))}
	for _, r := range answer.Rejected {
		if r.Index != nil {
			v.rejected[*r.Index] = &RejectedError{Code: r.Code, Message: r.Message}
		}
	}
	if status >= 200 && status <= 299 {
		return v
	}
	e := &ResponseError{StatusCode: status, Code: answer.Code, Message: answer.Message}
	if location := header.Get("Location"); location != "" && e.Message == "" {
		e.Message = "the service is at " + location
	}
	v.err = e
	if status == http.StatusTooManyRequests || status >= 500 {
		v.retry = true
		v.retryAfter = retryAfter(header.Get("Retry-After"), now)
	}
	return v
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
