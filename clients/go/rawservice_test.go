package analytics

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// rawService is a TCP server that handles each connection as a test says, for what a well-behaved
// HTTP server does not do. After the last script, requests are accepted.
type rawService struct {
	listener net.Listener
	scripts  chan func(*rawConnection)
	asked    chan bool // whether each request expected a 100
}

// rawConnection is one connection, as its script sees it.
type rawConnection struct {
	service *rawService
	tcp     *net.TCPConn
	in      *bufio.Reader
}

func newRawService(t testing.TB, address string, scripts ...func(*rawConnection)) *rawService {
	listener, err := net.Listen("tcp", address)
	must(t, err)
	s := &rawService{listener, make(chan func(*rawConnection), len(scripts)), make(chan bool, 100)}
	for _, script := range scripts {
		s.scripts <- script
	}
	close(s.scripts)
	go s.serve()
	t.Cleanup(func() { _ = listener.Close() })
	return s
}

func (s *rawService) serve() {
	for {
		socket, err := s.listener.Accept()
		if err != nil {
			return
		}
		tcp := socket.(*net.TCPConn)
		// Small, so that a large body cannot vanish in the buffers of the kernel.
		_ = tcp.SetReadBuffer(64 << 10)
		script, ok := <-s.scripts
		if !ok {
			script = acceptAll
		}
		script(&rawConnection{service: s, tcp: tcp, in: bufio.NewReaderSize(tcp, 16)})
		_ = tcp.Close()
	}
}

func acceptAll(c *rawConnection) {
	for c.readRequest() {
		c.answer("200 OK", `{"success":true}`)
	}
}

// readHead reads a request without its body; nil at the end of the connection.
func (c *rawConnection) readHead() *http.Request {
	request, err := http.ReadRequest(c.in)
	if err != nil {
		return nil
	}
	c.service.asked <- asksFirst(request)
	return request
}

func asksFirst(request *http.Request) bool {
	return request.Header.Get("Expect") == "100-continue"
}

// readRequest reads a request; false at the end of the connection.
func (c *rawConnection) readRequest() bool {
	request := c.readHead()
	if request == nil {
		return false
	}
	if asksFirst(request) {
		c.write("HTTP/1.1 100 Continue\r\n\r\n")
	}
	_, err := io.Copy(io.Discard, request.Body)
	return err == nil
}

func (c *rawConnection) answer(status, body string, headers ...string) {
	text := "HTTP/1.1 " + status + "\r\n"
	for _, header := range headers {
		text += header + "\r\n"
	}
	c.write(fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", text, len(body), body))
}

func (c *rawConnection) write(text string) {
	_, _ = c.tcp.Write([]byte(text))
}

// reset closes with a reset, which makes the client's kernel forget what was not read yet.
func (c *rawConnection) reset() {
	_ = c.tcp.SetLinger(0)
	_ = c.tcp.Close()
}

// newRawClient returns a client of a raw service, with a fake clock.
func newRawClient(t testing.TB, s *rawService) (*Client, *fakeClock) {
	c, clock := newTestClient(t, &fakeService{Server: &httptest.Server{}})
	c.Endpoint = "http://" + s.listener.Addr().String()
	c.FlushAt = 1000
	c.Client.Transport = &http.Transport{ExpectContinueTimeout: time.Minute}
	return c, clock
}
