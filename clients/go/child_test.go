package analytics_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// child is the real service in a child process, with a data folder that outlives it.
type child struct {
	t        *testing.T
	folder   string
	flags    []string
	process  *exec.Cmd
	url      string
	writeKey string
}

var (
	bannerURL = regexp.MustCompile(`http://localhost:(\d+)/v1/`)
	bannerKey = regexp.MustCompile(`Its write key is (\w+)\.`)
)

// startChild starts the program in POSTRIDER_PROGRAM, or skips the test if it is not set.
func startChild(t *testing.T, flags ...string) *child {
	if os.Getenv("POSTRIDER_PROGRAM") == "" {
		t.Skip("POSTRIDER_PROGRAM is not set to the path of the service's launcher")
	}
	c := &child{t: t, folder: t.TempDir(), flags: flags}
	c.start("0")
	t.Cleanup(func() { c.end(syscall.SIGKILL) })
	return c
}

// start reads the port, and on the first start the write key, from the banner.
func (c *child) start(port string) {
	c.t.Helper()
	arguments := append([]string{
		"serve", "--port=" + port, "--data=" + c.folder, "--http.host=127.0.0.1",
		"--log.segment-size=16MiB",
	}, c.flags...)
	c.process = exec.Command(os.Getenv("POSTRIDER_PROGRAM"), arguments...)
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "POSTRIDER_PROGRAM=") { // not a setting of the service
			c.process.Env = append(c.process.Env, variable)
		}
	}
	var complaints bytes.Buffer
	c.process.Stderr = &complaints
	output, err := c.process.StdoutPipe()
	check(c.t, err)
	check(c.t, c.process.Start())
	defer c.killLate().Stop()
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if match := bannerURL.FindStringSubmatch(lines.Text()); match != nil {
			c.url = "http://127.0.0.1:" + match[1]
		}
		if match := bannerKey.FindStringSubmatch(lines.Text()); match != nil {
			c.writeKey = match[1]
		}
		if lines.Text() == "Press Ctrl+C to stop." {
			go io.Copy(io.Discard, output) // so that the process never blocks on its output
			return
		}
	}
	_ = c.process.Wait()
	c.t.Fatalf("the service ended before it was ready: %s", &complaints)
}

// restart ends the process with a signal and starts another with the same port and folder.
func (c *child) restart(signal syscall.Signal) {
	c.end(signal)
	c.start(c.url[strings.LastIndex(c.url, ":")+1:])
}

func (c *child) end(signal syscall.Signal) {
	c.t.Helper()
	defer c.killLate().Stop()
	_ = c.process.Process.Signal(signal)
	if err := c.process.Wait(); signal == syscall.SIGTERM && err != nil {
		c.t.Errorf("stopping the service failed: %v", err)
	}
}

// killLate kills a hanging service, so that its test fails instead of hanging.
func (c *child) killLate() *time.Timer {
	process := c.process.Process
	return time.AfterFunc(90*time.Second, func() { _ = process.Kill() })
}

// metric returns the sum of a counter over all labels, in this process.
func (c *child) metric(name string) int {
	c.t.Helper()
	response, err := http.Get(c.url + "/metrics")
	check(c.t, err)
	defer response.Body.Close()
	sum := 0.0
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 2 && strings.SplitN(fields[0], "{", 2)[0] == name {
			value, err := strconv.ParseFloat(fields[1], 64)
			check(c.t, err)
			sum += value
		}
	}
	return int(sum)
}

// api makes a request to the admin API and reads the response.
func (c *child) api(method, path string, body, result interface{}) (status int) {
	c.t.Helper()
	token, err := os.ReadFile(filepath.Join(c.folder, "admin-token"))
	check(c.t, err)
	text, err := json.Marshal(body)
	check(c.t, err)
	request, err := http.NewRequest(method, c.url+path, bytes.NewReader(text))
	check(c.t, err)
	request.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	check(c.t, err)
	defer response.Body.Close()
	text, err = io.ReadAll(response.Body)
	check(c.t, err)
	if response.StatusCode < 300 {
		check(c.t, json.Unmarshal(text, result))
	}
	return response.StatusCode
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
