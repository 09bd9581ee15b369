package analytics_test

import (
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/postrider/postrider/clients/go"
)

// Every message reaches the receiver once, by messageId, across faults of the service.
func TestServiceFaults(t *testing.T) {
	service := startChild(t, "--delivery.allow-networks=127.0.0.0/8")
	hook := newWebhookReceiver(t)
	connect(t, service, hook.URL)
	t.Run("its disk is full", func(t *testing.T) {
		callDuringFault(t, service, hook, "full", "503",
			func() { service.limitFiles(t, "0") }, func() { service.limitFiles(t, "unlimited") })
	})
	t.Run("it does not respond in time", func(t *testing.T) {
		callDuringFault(t, service, hook, "slow", "no response",
			func() { check(t, service.process.Process.Signal(syscall.SIGSTOP)) },
			func() { check(t, service.process.Process.Signal(syscall.SIGCONT)) })
	})
}

// callDuringFault makes calls before, during and after a fault, which ends after its symptom was
// seen twice.
func callDuringFault(t *testing.T, service *child, hook *webhookReceiver, name, symptom string, begin, end func()) {
	const calls = 300
	results := make(chan analytics.Result, 3*calls)
	seen := make(chan string, 10000)
	client := service.client(results)
	client.FlushAt = 10
	client.Logger.SetOutput(io.Discard)
	client.Client = http.Client{Timeout: time.Second, Transport: watchedTransport{seen}}
	ids := []string{}
	call := func(part string) {
		for i := 0; i < calls; i++ {
			id := fmt.Sprintf("%s-%s-%d", name, part, i)
			ids = append(ids, id)
			check(t, client.Track(track(id)))
		}
	}

	call("before")
	accepted(t, results, calls)
	begin()
	go func() {
		defer end()
		for met := 0; met < 2; {
			if <-seen == symptom {
				met++
			}
		}
	}()
	call("meanwhile")
	call("after")
	accepted(t, results, 2*calls)
	check(t, client.Close())
	hook.awaitOnce(t, ids)
}

// limitFiles sets how large a file the running service may write: with 0, every write fails.
func (c *child) limitFiles(t *testing.T, bytes string) {
	pid := strconv.Itoa(c.process.Process.Pid)
	output, err := exec.Command("prlimit", "--pid", pid, "--fsize="+bytes+":").CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

// watchedTransport records the status of each response, or that there was none.
type watchedTransport struct{ seen chan<- string }

func (w watchedTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		w.seen <- "no response"
	} else {
		w.seen <- strconv.Itoa(response.StatusCode)
	}
	return response, err
}
