package analytics_test

import (
	"bufio"
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The receivers in docs/receiving.md work.
func TestReceivers(t *testing.T) {
	for _, language := range []struct{ name, program, file string }{
		{"js", "node", "receiver.cjs"},
		{"python", "python3", "receiver.py"},
	} {
		t.Run(language.name, func(t *testing.T) {
			program, err := exec.LookPath(language.program)
			if err != nil {
				t.Skip(err)
			}
			file := filepath.Join(t.TempDir(), language.file)
			check(t, os.WriteFile(file, []byte(snippet(t, language.name)), 0o600))
			for _, vector := range readSignatures(t)[:2] {
				receiver := startReceiver(t, vector.Secret, program, file)
				receiver.judges(t, vector.Body, vector.Signature, http.StatusOK)
				receiver.judges(t, vector.Body+" ", vector.Signature, http.StatusForbidden)
				receiver.judges(t, vector.Body, vector.Signature[1:]+"0", http.StatusForbidden)
				receiver.judges(t, vector.Body, "é", http.StatusForbidden)
				receiver.judges(t, vector.Body, "", http.StatusForbidden)
			}
		})
	}
}

// snippet returns the code of a language in the document.
func snippet(t *testing.T, language string) string {
	text, err := os.ReadFile("../../docs/receiving.md")
	check(t, err)
	match := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(text)
	if match == nil {
		t.Fatalf("no %s in the document", language)
	}
	return string(match[1])
}

// receiver is a program that waits for webhooks.
type receiver struct{ url string }

func startReceiver(t *testing.T, secret, program, file string) receiver {
	process := exec.Command(program, file)
	process.Env = append(os.Environ(), "WEBHOOK_SECRET="+secret, "PORT=0")
	var complaints bytes.Buffer
	process.Stderr = &complaints
	output, err := process.StdoutPipe()
	check(t, err)
	check(t, process.Start())
	t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait()
	})
	line, _ := bufio.NewReader(output).ReadString('\n')
	port := strings.TrimPrefix(strings.TrimSpace(line), "listening on ")
	if port == "" {
		t.Fatalf("the receiver does not listen: %s", &complaints)
	}
	return receiver{"http://127.0.0.1:" + port}
}

func (r receiver) judges(t *testing.T, body, signature string, want int) {
	t.Helper()
	request, err := http.NewRequest("POST", r.url, strings.NewReader(body))
	check(t, err)
	if signature != "" {
		request.Header.Set("X-Signature", signature)
	}
	response, err := http.DefaultClient.Do(request)
	check(t, err)
	response.Body.Close()
	if response.StatusCode != want {
		t.Errorf("%q with %q: answered %d", body, signature, response.StatusCode)
	}
}
