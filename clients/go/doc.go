// Package analytics sends customer events to Postrider.
//
// Create one [Client] per source with its write key, and share it in the whole program:
//
//	client := analytics.New("WRITE_KEY")
//	client.Endpoint = "https://events.example.com"
//	defer client.Close()
//
//	err := client.Track(&analytics.Track{
//		UserId: "ada",
//		Event:  "Signed Up",
//	})
//
// A call validates and encodes the message, adds it to a queue in memory and returns; it makes no
// request. One goroutine sends the queued messages in batches, in call order, and retries while the
// service cannot be reached. [Client.Close] sends the rest. # Guarantees
//
// If a call returns an error, nothing was queued. No queued message is dropped silently: the
// service accepts it, or [Client.Callback] receives its failure, or the failure is logged if there
// is no callback. The queue is bounded by [Client.QueueMessages] and [Client.QueueBytes]; when it
// is full, calls return [ErrQueueFull], or wait if [Client.WhenFull] is [Wait]. A message has the
// same ID in every attempt, so the service stores it once.
//
// # Compatibility
//
// The exported names are those of version 2 of the library analytics-go, so that a program written
// for it compiles after changing the import path. Only Backo is missing, because its type is from
// another package.
package analytics
