package analytics

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

const endpoint = "http://h/v1/batch"

func TestEvaluate_statuses(t *testing.T) {
	for status, want := range map[int]string{
		200: "accepted", 201: "failed", 202: "failed", 204: "failed", 299: "failed",
		300: "failed", 301: "failed", 302: "failed", 307: "failed", 308: "failed",
		400: "failed", 401: "failed", 403: "failed", 404: "failed", 407: "failed", 409: "failed",
		413: "failed", 424: "failed", 426: "failed", 428: "failed", 430: "failed", 499: "failed",
		408: "retry", 425: "retry", 429: "retry",
		500: "retry", 502: "retry", 503: "retry", 504: "retry", 599: "retry",
	} {
		v := evaluate(endpoint, status, http.Header{}, []byte(`{"success":true}`), 1, noon)
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

func TestEvaluate_honorsRetryAfter(t *testing.T) {
	for _, status := range []int{408, 425, 429, 503} {
		header := http.Header{"Retry-After": {"7"}}
		if v := evaluate(endpoint, status, header, nil, 1, noon); v.retryAfter != 7*time.Second {
			t.Errorf("%d: %s", status, v.retryAfter)
		}
	}
}

func TestEvaluate_rejectsSuccessFromSomethingElse(t *testing.T) {
	const missing = `"success":true is missing`
	const invalid = "the list of rejected messages is invalid"
	for body, want := range map[string]string{
		``:                                   missing,
		`OK`:                                 missing,
		`<html>Welcome</html>`:               missing,
		`[]`:                                 missing,
		`{}`:                                 missing,
		`{"success":null}`:                   missing,
		`{"success":"true"}`:                 missing,
		`{"success":true`:                    missing,
		`{"success":false}`:                  `"success" is false`,
		`{"success":false,"message":"No."}`:  `"success" is false: No.`,
		`{"success":true,"rejected":7}`:      invalid,
		`{"success":true,"rejected":{}}`:     invalid,
		`{"success":true,"rejected":[7]}`:    invalid,
		`{"success":true,"rejected":[null]}`: invalid,
		`{"success":true,"rejected":[{}]}`:   invalid,
		`{"success":true,"rejected":[{"index":-1}]}`:            invalid,
		`{"success":true,"rejected":[{"index":3}]}`:             invalid,
		`{"success":true,"rejected":[{"index":0.5}]}`:           invalid,
		`{"success":true,"rejected":[{"index":"0"}]}`:           invalid,
		`{"success":true,"rejected":[{"index":0},{"index":9}]}`: invalid,
	} {
		v := evaluate(endpoint, 200, nil, []byte(body), 3, noon)
		text := "analytics: answered 200: " + endpoint + " is not the service: " + want
		for index := 0; index < 3; index++ {
			if v.retry || v.of(index) == nil || v.of(index).Error() != text {
				t.Errorf("%s: %v, want %s", body, v.of(index), text)
			}
		}
	}
	v := evaluate(endpoint, 204, nil, nil, 3, noon)
	if v.err == nil || !strings.Contains(v.err.Error(), endpoint) {
		t.Error(v.err)
	}
}

func TestEvaluate_readsRejections(t *testing.T) {
	v := evaluate(endpoint, 200, nil, []byte(`{"success":true,"rejected":[
		{"index":1,"messageId":"b","code":"timestamp_invalid","message":"No time."}]}`), 3, noon)
	if v.of(0) != nil || v.of(2) != nil {
		t.Errorf("%v, %v", v.of(0), v.of(2))
	}
	want := "analytics: message rejected: No time. (timestamp_invalid)"
	if v.of(1) == nil || v.of(1).Error() != want {
		t.Errorf("%v", v.of(1))
	}
	for _, none := range []string{`[]`, `null`} {
		v := evaluate(endpoint, 200, nil, []byte(`{"success":true,"rejected":`+none+`}`), 3, noon)
		if v.err != nil || len(v.rejected) != 0 {
			t.Errorf("%s: %v", none, v)
		}
	}
}

func TestEvaluate_readsMessages(t *testing.T) {
	for body, want := range map[string]string{
		`{"success":false,"code":"invalid_write_key","message":"Unknown.","error":"Unknown."}`: "" +
			"analytics: answered 401: Unknown. (invalid_write_key)",
		`<html>no</html>`: "analytics: answered 401",
		``:                "analytics: answered 401",
		`[1]`:             "analytics: answered 401",
	} {
		if v := evaluate(endpoint, 401, http.Header{}, []byte(body), 1, noon); v.err.Error() != want {
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
