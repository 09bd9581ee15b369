package analytics

import (
	"crypto/rand"
	"strings"
	"testing"
)

func TestUUID(t *testing.T) {
	id, err := newUUID(strings.NewReader(strings.Repeat("\xff", 16)))
	must(t, err)
	if id != "ffffffff-ffff-4fff-bfff-ffffffffffff" {
		t.Error(id)
	}
	seen := map[string]bool{}
	for i := 0; i < 1000; i++ {
		id, err := newUUID(rand.Reader)
		must(t, err)
		if !uuid4.MatchString(id) || seen[id] {
			t.Fatal(id)
		}
		seen[id] = true
	}
}

func TestCall_withoutRandomness(t *testing.T) {
	c, _ := newTestClient(t, newFakeService(t))
	c.random = strings.NewReader("too short")
	if err := c.Identify(&Identify{UserId: "u"}); err == nil {
		t.Error("no error")
	}
	must(t, c.Track(track("my own")))
	must(t, c.Close())
}
