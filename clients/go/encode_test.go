package analytics

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// sized returns a track call whose message has an exact number of bytes as sent.
func sized(t *testing.T, bytes int, timestamp string) *Track {
	t.Helper()
	message := &Track{
		UserId:     "ada",
		Event:      "Clicked",
		Timestamp:  timestamp,
		Properties: map[string]interface{}{"filler": ""},
	}
	message.MessageId = strings.Repeat("i", 36)
	w := message.wire()
	if timestamp == "" {
		w.Timestamp = timeFormat
	}
	smallest, err := encode(&w, timestamp == "")
	must(t, err)
	message.Properties["filler"] = strings.Repeat("x", bytes-smallest.size())
	return message
}

func TestMessageBytes_atTheLimit(t *testing.T) {
	for _, timestamp := range []string{"", "2026-01-31T12:00:00Z"} {
		s := newFakeService(t)
		c, _ := newTestClient(t, s)
		must(t, c.Track(sized(t, 32768, timestamp)))
		err := c.Track(sized(t, 32769, timestamp))
		if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "32769 bytes") {
			t.Errorf("one byte more: %v", err)
		}
		must(t, c.Close())
		r := s.request(t)
		if len(r.raws) != 1 || len(r.raws[0]) != 32768 {
			t.Errorf("%d messages, the first of %d bytes", len(r.raws), len(r.raws[0]))
		}
	}
}

func nested(levels int) interface{} {
	var value interface{} = "]}{["
	for i := 0; i < levels; i++ {
		if i%2 == 0 {
			value = []interface{}{value}
		} else {
			value = map[string]interface{}{`k"{`: value}
		}
	}
	return value
}

func TestMessageLevels_atTheLimit(t *testing.T) {
	c, _ := newTestClient(t, newFakeService(t))
	// The message itself and its properties are two of the 62 levels.
	deep := func(levels int) *Track {
		return &Track{UserId: "u", Event: "e", Properties: map[string]interface{}{"p": nested(levels)}}
	}
	must(t, c.Track(deep(60)))
	if err := c.Track(deep(61)); err != ErrTooDeep {
		t.Errorf("one level more: %v", err)
	}
	must(t, c.Close())
}

func TestDeeperThan_countsOutsideOfStringsOnly(t *testing.T) {
	for text, levels := range map[string]int{
		`1`:                         0,
		`[]`:                        1,
		`[[],[],[]]`:                2,
		`{"a":{"b":[1]},"c":"[[["}`: 3,
		`["\"[[[","\\",[]]`:         2,
		`"[[[[[[[{{{{{"`:            0,
	} {
		if deeperThan([]byte(text), levels) {
			t.Errorf("%s: deeper than %d", text, levels)
		}
		if levels > 0 && !deeperThan([]byte(text), levels-1) {
			t.Errorf("%s: not deeper than %d", text, levels-1)
		}
	}
}

func TestMessageId_atTheLimit(t *testing.T) {
	c, _ := newTestClient(t, newFakeService(t))
	must(t, c.Track(track(strings.Repeat("é", 100))))
	if err := c.Track(track(strings.Repeat("é", 101))); err != errLongMessageId {
		t.Errorf("one more: %v", err)
	}
	must(t, c.Close())
}

func TestValuesWithoutJSON_areRejected(t *testing.T) {
	c, _ := newTestClient(t, newFakeService(t))
	cycle := map[string]interface{}{}
	cycle["self"] = cycle
	for name, value := range map[string]interface{}{
		"channel": make(chan int), "function": func() {}, "NaN": math.NaN(), "cycle": cycle,
	} {
		err := c.Track(&Track{
			UserId: "u", Event: "e", Properties: map[string]interface{}{"p": value},
		})
		if err == nil || !strings.HasPrefix(err.Error(), "analytics: cannot encode the message: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	must(t, c.Track(track("fine"))) // the encoder still works
	must(t, c.Close())
}

func TestEncode_releasesGiantBuffers(t *testing.T) {
	e := encoders.New().(*encoder)
	e.buffer.Grow(1 << 20)
	e.buffer.WriteString("old")
	e.release()
	if e.buffer.Len() == 0 {
		t.Error("the giant buffer went back to the pool")
	}
}

// panicking is a value whose encoding panics.
type panicking struct{}

func (panicking) MarshalJSON() ([]byte, error) { panic("oh no") }

func TestPanicInAValue_isAnError(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	err := c.Track(&Track{UserId: "u", Event: "e",
		Properties: map[string]interface{}{"a": "b", "value": panicking{}}})
	if err == nil || err.Error() != "analytics: cannot encode the message: panic: oh no" {
		t.Error(err)
	}
	must(t, c.Track(track("1"))) // the encoder still works
	must(t, c.Close())
	if ids := s.request(t).ids(); len(ids) != 1 || ids[0] != "1" {
		t.Error(ids)
	}
}
