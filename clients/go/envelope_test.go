package analytics

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestEnvelope_withAndWithoutContext(t *testing.T) {
	at := time.Date(2026, 1, 31, 12, 0, 0, 5e6, time.FixedZone("", 3600))
	messages := []queuedMessage{
		{json: []byte(`{"a":1}`), stamped: true},
		{json: []byte(`{"b":2}`)},
	}
	got := string(newEnvelope([]byte(`{"c":3}`), 10).body(messages, at))
	want := `{"context":{"c":3},"batch":[{"a":1,"sentAt":"2026-01-31T11:00:00.005Z"},{"b":2}]}`
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if got := string(newEnvelope(nil, 10).body(nil, at)); got != `{"batch":[]}` {
		t.Errorf("got %s", got)
	}
}

func TestEnvelope_countsEveryByte(t *testing.T) {
	e := newEnvelope([]byte(`{"library":{}}`), 2500)
	messages := []queuedMessage{
		{json: []byte(`{"a":"` + strings.Repeat("x", e.bytes/2) + `"}`), stamped: true},
		{json: []byte(`{}`)},
	}
	left := e.bytes - len(",") - messages[0].size() - len(`{"b":""}`)
	messages[1].json = []byte(`{"b":"` + strings.Repeat("y", left) + `"}`)
	body := e.body(messages, time.Now())
	if len(body) != 512000 || cap(body) > 512001 {
		t.Errorf("%d bytes, %d allocated", len(body), cap(body))
	}
	if !json.Valid(body) {
		t.Error("not JSON")
	}
}

func TestEnvelope_hasFewerMessagesWithALargeContext(t *testing.T) {
	for _, c := range []struct{ context, asked, want int }{
		{70, 2500, 2500}, {70, 3000, 2500}, {70, 1, 1},
		{1216, 2500, 2500}, {1217, 2500, 2499}, {16384, 2500, 221},
	} {
		if got := newEnvelope(make([]byte, c.context), c.asked).messages; got != c.want {
			t.Errorf("%d bytes, %d messages: %d, want %d", c.context, c.asked, got, c.want)
		}
	}
}
