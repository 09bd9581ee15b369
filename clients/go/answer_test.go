package analytics

import (
	"errors"
	"net/http"
	"testing"
	"time"
)

var noon = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

func TestJudge_statuses(t *testing.T) {
	for status, want := range map[int]string{
		200: "accepted", 201: "accepted", 204: "accepted", 299: "accepted",
		300: "failed", 301: "failed", 302: "failed", 307: "failed", 308: "failed",
		400: "failed", 401: "failed", 403: "failed", 404: "failed", 408: "failed",
		413: "failed", 428: "failed", 430: "failed", 499: "failed",
		429: "retry", 500: "retry", 502: "retry", 503: "retry", 504: "retry", 599: "retry",
	} {
		v := judge(status, http.Header{}, nil, noon)
		got := "accepted"
		if v.retry {
			got = "retry"
		} else if v.err != nil {
			got = "failed"
		}
		if got != want {
			t.Errorf("%d: %s", status, got)
		}
		var response *ResponseError
		if v.err != nil && (!errors.As(v.err, &response) || response.StatusCode != status) {
			t.Errorf("%d: %v", status, v.err)
		}
	}
}

func TestJudge_readsRejections(t *testing.T) {
	v := judge(200, nil, []byte(`{"success":true,"rejected":[
		{"index":1,"messageId":"b","code":"timestamp_invalid","message":"No time."},
		{"index":7},
		{"code":"no_index"}]}`), noon)
	if v.of(0) != nil || v.of(2) != nil {
		t.Errorf("%v, %v", v.of(0), v.of(2))
	}
	want := "analytics: message rejected: No time. (timestamp_invalid)"
	if v.of(1) == nil || v.of(1).Error() != want {
		t.Errorf("%v", v.of(1))
	}
}

func TestJudge_readsWords(t *testing.T) {
	for body, want := range map[string]string{
		`{"success":false,"code":"invalid_write_key","message":"Unknown.","error":"Unknown."}`: "" +
			"analytics: answered 401: Unknown. (invalid_write_key)",
		`<html>no</html>`: "analytics: answered 401",
		``:                "analytics: answered 401",
		`[1]`:             "analytics: answered 401",
	} {
		if v := judge(401, http.Header{}, []byte(body), noon); v.err.Error() != want {
			t.Errorf("%s: %v", body, v.err)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"":                              0,
		"0":                             0,
		"1":                             time.Second,
		" 30 ":                          30 * time.Second,
		"300":                           5 * time.Minute,
		"301":                           5 * time.Minute,
		"999999999999":                  5 * time.Minute,
		"-5":                            0,
		"soon":                          0,
		"1.5":                           0,
		"Sat, 31 Jan 2026 12:00:10 GMT": 10 * time.Second,
		"Sat, 31 Jan 2026 11:00:00 GMT": 0,
	} {
		if got := retryAfter(value, noon); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}
