package analytics

import (
	"strings"
	"testing"
	"time"
)

func read(t *testing.T, change func(*Client)) *settings {
	t.Helper()
	c := New("wk_test")
	change(c)
	s, err := readSettings(c)
	must(t, err)
	return s
}

func TestDefaults(t *testing.T) {
	c := New("wk_test")
	if c.Size != 20 || c.FlushAt != 20 || c.FlushAfter != 5*time.Second ||
		c.Interval != 5*time.Second || c.Endpoint != "http://localhost:8080" {
		t.Errorf("%+v", c)
	}
	for _, change := range []func(*Client){
		func(*Client) {},
		func(c *Client) { // zero means the default
			*c = Client{key: "wk_test"}
		},
		func(c *Client) { // so do negative values
			*c = Client{key: "wk_test", Size: -1, FlushAt: -1, FlushAfter: -1, Interval: -1,
				QueueMessages: -1, QueueBytes: -1}
		},
	} {
		s := read(t, change)
		if s.flushAt != 20 || s.flushAfter != 5*time.Second || s.retryFor != time.Hour ||
			s.bounds != (bounds{10000, 16 << 20, Refuse}) ||
			s.url != "http://localhost:8080/v1/batch" {
			t.Errorf("%+v", s)
		}
	}
}

func TestFlushCount_isTheChangedName(t *testing.T) {
	for _, c := range []struct{ size, flushAt, want int }{
		{20, 20, 20}, {250, 20, 250}, {20, 250, 250}, {5, 20, 5}, {20, 5, 5},
		{5, 7, 5}, {7, 5, 5}, {250, 300, 250}, {1, 20, 1}, {20, 1, 1}, {1, 1, 1},
		{0, 0, 20}, {0, 5, 5}, {-3, 20, 20}, {2500, 20, 2500}, {9000, 20, 2500},
	} {
		s := read(t, func(client *Client) { client.Size, client.FlushAt = c.size, c.flushAt })
		if s.flushAt != c.want {
			t.Errorf("Size %d, FlushAt %d: %d, want %d", c.size, c.flushAt, s.flushAt, c.want)
		}
		if single := s.envelope.messages == 1; single != (c.want == 1) {
			t.Errorf("Size %d: up to %d messages in a batch", c.size, s.envelope.messages)
		}
	}
}

func TestFlushInterval_isTheChangedName(t *testing.T) {
	for _, c := range []struct{ after, interval, want time.Duration }{
		{5 * time.Second, time.Second, time.Second},
		{time.Minute, 5 * time.Second, time.Minute},
		{2 * time.Second, time.Second, time.Second},
		{0, time.Minute, time.Minute},
	} {
		s := read(t, func(client *Client) { client.FlushAfter, client.Interval = c.after, c.interval })
		if s.flushAfter != c.want {
			t.Errorf("%s, %s: %s, want %s", c.after, c.interval, s.flushAfter, c.want)
		}
	}
}

func TestFlushCount_isLimitedByTheQueue(t *testing.T) {
	s := read(t, func(c *Client) { c.Size, c.QueueMessages, c.QueueBytes = 500, 100, 1 })
	if s.flushAt != 100 || s.bounds.messages != 100 || s.bounds.bytes != maxMessageBytes {
		t.Errorf("%+v", s)
	}
}

func TestEndpoints(t *testing.T) {
	for endpoint, want := range map[string]string{
		"":                               "http://localhost:8080/v1/batch",
		"http://h":                       "http://h/v1/batch",
		"https://h:8443/":                "https://h:8443/v1/batch",
		"http://h/v1/import":             "http://h/v1/import",
		"http://h/proxy/":                "http://h/proxy/",
		"http://h?a=b":                   "http://h/v1/batch?a=b",
		"http://h/a%2Fb":                 "http://h/a%2Fb",
		"http://[::1]:8080":              "http://[::1]:8080/v1/batch",
		"http://user@h":                  "",
		"http://user:secret@h/v1/batch":  "",
		"http://:@h":                     "",
		"ftp://user:secret@h":            "",
		"http://user:secret@h:port":      "",
		"localhost:8080":                 "",
		"h/v1/batch":                     "",
		"ftp://h":                        "",
		"http://":                        "",
		"http://h:port":                  "",
		"http://h/" + string(rune(0x7f)): "",
	} {
		got, err := batchURL(endpoint)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", endpoint, got, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", endpoint, err)
		}
	}
}

func TestWrongEndpoint_failsEveryCall(t *testing.T) {
	c := New("wk_test")
	c.Endpoint = "localhost"
	for i := 0; i < 2; i++ {
		if err := c.Track(track("1")); err == nil || !strings.Contains(err.Error(), `"localhost"`) {
			t.Errorf("%v", err)
		}
	}
	must(t, c.Close())
}

func TestDefaultContext_atTheLimit(t *testing.T) {
	defer func(saved map[string]interface{}) { DefaultContext = saved }(DefaultContext)
	c := New("wk_test")
	DefaultContext = map[string]interface{}{"k": strings.Repeat("x", 16384-len(`{"k":""}`))}
	if _, err := readSettings(c); err != nil {
		t.Error(err)
	}
	DefaultContext["k"] = DefaultContext["k"].(string) + "x"
	if _, err := readSettings(c); err == nil || !strings.Contains(err.Error(), "16385 bytes") {
		t.Error(err)
	}
	DefaultContext = map[string]interface{}{"k": nested(60)}
	if _, err := readSettings(c); err != nil {
		t.Error(err)
	}
	DefaultContext = map[string]interface{}{"k": nested(61)}
	if _, err := readSettings(c); err == nil {
		t.Error("one level more was accepted")
	}
	DefaultContext = map[string]interface{}{"k": make(chan int)}
	if _, err := readSettings(c); err == nil {
		t.Error("a channel was accepted")
	}
	DefaultContext = map[string]interface{}{"k": panicking{}}
	if _, err := readSettings(c); err == nil || !strings.Contains(err.Error(), "panic: oh no") {
		t.Error(err)
	}
	DefaultContext = nil
	if s, _ := readSettings(c); string(s.envelope.start) != `{"batch":[` {
		t.Errorf("%s", s.envelope.start)
	}
}
