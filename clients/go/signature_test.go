package analytics_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/postrider/postrider/clients/go"
)

// readSignatures reads the test vectors that the service's tests use too.
func readSignatures(t *testing.T) []struct{ Name, Secret, Body, Signature string } {
	text, err := os.ReadFile("../../spec/signatures.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors map[string][]struct{ Name, Secret, Body, Signature string }
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors["x-signature"]) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	return vectors["x-signature"]
}

func TestVerifySignature(t *testing.T) {
	for _, s := range readSignatures(t) {
		body := []byte(s.Body)
		if !analytics.VerifySignature(s.Secret, body, s.Signature) {
			t.Errorf("%s: not accepted", s.Name)
		}
		for name, wrong := range map[string]bool{
			"another secret": analytics.VerifySignature(s.Secret+"x", body, s.Signature),
			"another body":   analytics.VerifySignature(s.Secret, append(body, ' '), s.Signature),
			"none":           analytics.VerifySignature(s.Secret, body, ""),
			"shorter":        analytics.VerifySignature(s.Secret, body, s.Signature[:38]),
			"longer":         analytics.VerifySignature(s.Secret, body, s.Signature+"00"),
			"odd":            analytics.VerifySignature(s.Secret, body, s.Signature[1:]),
			"not hex":        analytics.VerifySignature(s.Secret, body, strings.Repeat("z", 40)),
			"with a prefix":  analytics.VerifySignature(s.Secret, body, "sha1="+s.Signature),
		} {
			if wrong {
				t.Errorf("%s: accepted with %s", s.Name, name)
			}
		}
	}
}

func TestVerifySignature_rejectsAnEmptySecret(t *testing.T) {
	if analytics.VerifySignature("", []byte("body"), "cc5e6b2b046bc7401d071a3d9be9a1cf1869376d") {
		t.Error("accepted")
	}
}
