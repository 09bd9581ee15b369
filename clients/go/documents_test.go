package analytics_test

import (
	"bytes"
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// The programs in documents compile and are formatted.
func TestProgramsInDocuments(t *testing.T) {
	for _, document := range []string{"README.md", "../../docs/receiving.md"} {
		compileAll(t, document)
	}
}

func compileAll(t *testing.T, document string) {
	text, err := os.ReadFile(document)
	check(t, err)
	programs := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(text, -1)
	if len(programs) == 0 {
		t.Fatalf("no example in %s", document)
	}
	for _, program := range programs {
		formatted, err := format.Source(program[1])
		check(t, err)
		if !bytes.Equal(formatted, program[1]) {
			t.Errorf("not formatted:\n%s", program[1])
		}
		compile(t, program[1])
	}
}

// compile builds a program as if it were in a folder of this module.
func compile(t *testing.T, program []byte) {
	t.Helper()
	folder := t.TempDir()
	printed, overlay := filepath.Join(folder, "main.go"), filepath.Join(folder, "overlay.json")
	check(t, os.WriteFile(printed, program, 0o600))
	module, err := os.Getwd()
	check(t, err)
	files, err := json.Marshal(map[string]map[string]string{
		"Replace": {filepath.Join(module, "printed", "main.go"): printed},
	})
	check(t, err)
	check(t, os.WriteFile(overlay, files, 0o600))
	build := exec.Command("go", "build", "-overlay", overlay, "-o", os.DevNull, "./printed")
	if output, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
