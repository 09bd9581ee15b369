package analytics_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/postrider/postrider/clients/go"
)

// verified passes on only requests that are signed with the secret. It reads the body before
// anything parses it: the signature covers the raw bytes.
func verified(secret string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, "unreadable", http.StatusBadRequest)
			return
		}
		if !analytics.VerifySignature(secret, body, r.Header.Get("X-Signature")) {
			http.Error(w, "not signed with our secret", http.StatusForbidden)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

func ExampleVerifySignature() {
	receiver := verified("s3cret", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Printf("received %s\n", body)
	}))
	for _, signature := range []string{
		"dcd564fde939d5ea54546f251e3465142f6433dc",
		"0000000000000000000000000000000000000000",
	} {
		request := httptest.NewRequest("POST", "/hook", strings.NewReader(`{"type":"track"}`))
		request.Header.Set("X-Signature", signature)
		response := httptest.NewRecorder()
		receiver.ServeHTTP(response, request)
		fmt.Println(response.Code)
	}
	// Output:
	// received {"type":"track"}
	// 200
	// 403
}
