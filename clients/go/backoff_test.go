package analytics

import (
	"testing"
	"time"
)

func TestDelay_doublesUpToItsLimit(t *testing.T) {
	for failed, want := range map[int]time.Duration{
		1: 100 * time.Millisecond, 2: 200 * time.Millisecond, 3: 400 * time.Millisecond,
		9: 25600 * time.Millisecond, 10: 30 * time.Second, 16: 30 * time.Second,
		17: 30 * time.Second, 64: 30 * time.Second, 1 << 30: 30 * time.Second,
	} {
		if got := delay(failed, 0, 0); got != want/2 {
			t.Errorf("%d failed, no jitter: %s, want %s", failed, got, want/2)
		}
		if got := delay(failed, 0, 0.999999); got >= want || got < want*99/100 {
			t.Errorf("%d failed, most jitter: %s, want almost %s", failed, got, want)
		}
	}
}

func TestDelay_isAtLeastRetryAfter(t *testing.T) {
	for asked, want := range map[time.Duration]time.Duration{
		time.Second:           time.Second,
		5 * time.Minute:       5 * time.Minute,
		5*time.Minute + 1:     5 * time.Minute,
		1000 * 24 * time.Hour: 5 * time.Minute,
	} {
		if got := delay(1, asked, 0.5); got != want+75*time.Millisecond {
			t.Errorf("asked for %s: %s", asked, got)
		}
	}
}

func TestJitter_differsBetweenClients(t *testing.T) {
	a, b := newJitter(), newJitter()
	if a() == b() && a() == b() {
		t.Error("two clients have the same jitter")
	}
}
