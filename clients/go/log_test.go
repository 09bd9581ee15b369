package analytics

import (
	"bytes"
	"context"
	"log"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// logged returns the client's log, readable after closing.
func logged(c *Client) *bytes.Buffer {
	var lines bytes.Buffer
	c.Logger = log.New(&lines, "", 0)
	return &lines
}

func TestLog_isEmptyOnSuccess(t *testing.T) {
	c, _ := newTestClient(t, newFakeService(t))
	lines := logged(c)
	must(t, c.Track(track("1")))
	must(t, c.Close())
	if lines.Len() > 0 {
		t.Error(lines)
	}
}

func TestLog_hasOutagesOnceAndEveryLoss(t *testing.T) {
	s := newFakeService(t, reply{status: 503}, reply{status: 503}, reply{status: 401})
	c, clock := newTestClient(t, s)
	c.Size = 1
	lines := logged(c)
	must(t, c.Track(track("1")))
	clock.advance(clock.wait(t))
	clock.advance(clock.wait(t))
	must(t, c.Flush(context.Background()))
	must(t, c.Close())
	want := "cannot send; retrying: analytics: answered 503\n" +
		"the service is available again\n" +
		"1 of 1 messages not accepted: analytics: answered 401\n"
	if lines.String() != want {
		t.Error(lines)
	}
}

func TestLog_hasNoLossesWithACallback(t *testing.T) {
	c, _ := newTestClient(t, newFakeService(t, reply{status: 401}))
	results := recordResults(c)
	lines := logged(c)
	must(t, c.Track(track("1")))
	must(t, c.Flush(context.Background()))
	must(t, c.Close())
	if lines.Len() > 0 || len(results) != 1 {
		t.Error(lines)
	}
}

func TestVerbose_logsActivityButNoContent(t *testing.T) {
	s := newFakeService(t, reply{status: 503}, reply{status: 503}, reply{}, reply{status: 400})
	c, clock := newTestClient(t, s)
	c.Verbose, c.Size = true, 1
	recordResults(c)
	lines := logged(c)
	must(t, c.Track(&Track{UserId: "secret", Event: "secret"}))
	clock.advance(clock.wait(t))
	clock.advance(clock.wait(t))
	must(t, c.Track(&Track{UserId: "secret", Event: "secret"}))
	must(t, c.Flush(context.Background()))
	must(t, c.Close())
	for _, want := range []string{
		"sending 1 messages, ", "attempt 3", "retry failed", "1 messages accepted",
		"1 of 1 messages not accepted",
	} {
		if !strings.Contains(lines.String(), want) {
			t.Errorf("no %q in %s", want, lines)
		}
	}
	if strings.Contains(lines.String(), "secret") || strings.Contains(lines.String(), "wk_test") {
		t.Error(lines)
	}
}

func TestDebug_isReadByNew(t *testing.T) {
	for value, want := range map[string]bool{
		"analytics": true, "": false, "Analytics": false, "*": false, "analytics,http": false,
	} {
		t.Setenv("DEBUG", value)
		if New("wk_test").Verbose != want {
			t.Errorf("DEBUG=%s", value)
		}
	}
}

// In a child process, to read its standard error.
func TestDebug_logsToStandardError(t *testing.T) {
	if endpoint := os.Getenv("TEST_ENDPOINT"); endpoint != "" {
		c := New("wk_test")
		c.Endpoint = endpoint
		must(t, c.Track(track("1")))
		must(t, c.Close())
		return
	}
	s := newFakeService(t)
	child := exec.Command(os.Args[0], "-test.run=^TestDebug_logsToStandardError$")
	child.Env = append(os.Environ(), "DEBUG=analytics", "TEST_ENDPOINT="+s.URL)
	var stderr bytes.Buffer
	child.Stderr = &stderr
	must(t, child.Run())
	if !strings.HasPrefix(stderr.String(), "postrider ") ||
		!strings.Contains(stderr.String(), "sending 1 messages") {
		t.Errorf("%q", stderr.String())
	}
}
