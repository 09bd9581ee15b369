package analytics

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// accepting returns success for every request, without a network.
type accepting struct{}

func (accepting) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, r.Body)
	return &http.Response{
		StatusCode: http.StatusOK,
		Body:       io.NopCloser(strings.NewReader(`{"success":true}`)),
		Request:    r,
	}, nil
}

func benchmarkClient() *Client {
	c := New("wk_test")
	c.Client.Transport = accepting{}
	c.WhenFull = Wait
	return c
}

func benchmarkMessage() *Track {
	return &Track{
		UserId: "019mr8mf4r",
		Event:  "Order Completed",
		Properties: map[string]interface{}{
			"orderId": "50314b8e9bcf000000000000", "total": 39.95, "currency": "EUR", "items": 3,
		},
	}
}

// BenchmarkTrack measures one call, including sending.
func BenchmarkTrack(b *testing.B) {
	for _, size := range []int{20, 250} {
		b.Run(fmt.Sprintf("Size=%d", size), func(b *testing.B) {
			c, message := benchmarkClient(), benchmarkMessage()
			c.Size = size
			b.ReportAllocs()
			start := time.Now()
			for i := 0; i < b.N; i++ {
				if err := c.Track(message); err != nil {
					b.Fatal(err)
				}
			}
			must(b, c.Close())
			b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "calls/s")
		})
	}
}

// BenchmarkTrackParallel is the same from many goroutines.
func BenchmarkTrackParallel(b *testing.B) {
	c := benchmarkClient()
	b.ReportAllocs()
	start := time.Now()
	b.RunParallel(func(pb *testing.PB) {
		message := benchmarkMessage()
		for pb.Next() {
			if err := c.Track(message); err != nil {
				b.Error(err)
			}
		}
	})
	must(b, c.Close())
	b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "calls/s")
}

// BenchmarkEncode is the part of a call that writes JSON.
func BenchmarkEncode(b *testing.B) {
	w := benchmarkMessage().wire()
	w.MessageId, w.Timestamp = "50314b8e-9bcf-4000-8000-000000000000", timeFormat
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if _, err := encode(&w, true); err != nil {
			b.Fatal(err)
		}
	}
}
