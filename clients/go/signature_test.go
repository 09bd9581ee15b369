package analytics_test

import (
	"strings"
	"testing"

	"github.com/postrider/postrider/clients/go"
)

// Made with: printf '%s' BODY | openssl dgst -sha1 -hmac SECRET
var signatures = []struct{ secret, body, signature string }{
	{"Jefe", "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"},
	{"s3cret", `{"type":"track","event":"Zürich 😀"}`, "5824d3920e5b1e55fc841a51921e4c27197d11af"},
	{"s3cret", "", "3e48575537919d9187078407ecb88e44b1d674e4"},
}

func TestVerifySignature(t *testing.T) {
	for _, s := range signatures {
		body := []byte(s.body)
		if !analytics.VerifySignature(s.secret, body, s.signature) {
			t.Errorf("%q: not accepted", s.body)
		}
		for name, wrong := range map[string]bool{
			"another secret": analytics.VerifySignature(s.secret+"x", body, s.signature),
			"another body":   analytics.VerifySignature(s.secret, append(body, ' '), s.signature),
			"none":           analytics.VerifySignature(s.secret, body, ""),
			"shorter":        analytics.VerifySignature(s.secret, body, s.signature[:38]),
			"longer":         analytics.VerifySignature(s.secret, body, s.signature+"00"),
			"odd":            analytics.VerifySignature(s.secret, body, s.signature[1:]),
			"not hex":        analytics.VerifySignature(s.secret, body, strings.Repeat("z", 40)),
			"with a prefix":  analytics.VerifySignature(s.secret, body, "sha1="+s.signature),
		} {
			if wrong {
				t.Errorf("%q: accepted with %s", s.body, name)
			}
		}
	}
}

func TestVerifySignature_provesNothingWithoutASecret(t *testing.T) {
	if analytics.VerifySignature("", []byte("body"), "cc5e6b2b046bc7401d071a3d9be9a1cf1869376d") {
		t.Error("accepted")
	}
}
