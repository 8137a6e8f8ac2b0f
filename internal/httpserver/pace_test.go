package httpserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"
)

// waiting is far longer than any pace of these tests.
const waiting = time.Minute

func serve(t *testing.T, pace Pace, h http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	server.Config = New(h, log.New(io.Discard, "", 0), pace)
	server.Start()
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(waiting)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// sendSlowly sends a byte now and then until the connection breaks.
func sendSlowly(conn net.Conn) {
	for {
		if _, err := conn.Write([]byte("x")); err != nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// isEnded reports whether the server closes a connection.
func isEnded(t *testing.T, conn net.Conn) bool {
	t.Helper()
	_, err := io.Copy(io.Discard, conn)
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

func TestDefaultPace(t *testing.T) {
	if want := (Pace{Grace: 20 * time.Second, Rate: 1024}); DefaultPace != want {
		t.Errorf("got %+v, want %+v", DefaultPace, want)
	}
}

func TestPace_SlowBody(t *testing.T) {
	pace := Pace{Grace: 50 * time.Millisecond, Rate: 1 << 20}
	for name, handler := range map[string]http.HandlerFunc{
		"read":           func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) },
		"not read":       func(http.ResponseWriter, *http.Request) {},
		"refused unread": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) },
		"read after a wait": func(_ http.ResponseWriter, r *http.Request) {
			time.Sleep(100 * time.Millisecond)
			_, _ = io.Copy(io.Discard, r.Body)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, serve(t, pace, handler))
			fmt.Fprint(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n")
			go sendSlowly(conn)
			if !isEnded(t, conn) {
				t.Error("the connection is still open")
			}
		})
	}
}

// TestPace_SteadyBody: a body takes longer than the grace as long as enough of it arrives.
func TestPace_SteadyBody(t *testing.T) {
	addr := serve(t, Pace{Grace: 500 * time.Millisecond, Rate: 1}, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("after %d bytes: %v", len(body), err)
		}
		// The wait for the handler does not count.
		time.Sleep(time.Second)
		if r.Context().Err() != nil {
			t.Error("the request was cancelled")
		}
		fmt.Fprint(w, len(body))
	})
	conn := dial(t, addr)
	fmt.Fprint(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n\r\n")
	for range 40 {
		time.Sleep(20 * time.Millisecond)
		fmt.Fprint(conn, "x")
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if body, _ := io.ReadAll(response.Body); string(body) != "40" {
		t.Errorf("%d %s", response.StatusCode, body)
	}
}

// TestPace_SlowReader: a client that reads nothing holds neither the connection nor what its handler waits with.
func TestPace_SlowReader(t *testing.T) {
	for name, send := range map[string]func(w http.ResponseWriter, part []byte) error{
		"written": func(w http.ResponseWriter, part []byte) error { _, err := w.Write(part); return err },
		"flushed": func(w http.ResponseWriter, part []byte) error {
			_, _ = w.Write(part[:100])
			return http.NewResponseController(w).Flush()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended := make(chan error, 1)
			addr := serve(t, Pace{50 * time.Millisecond, 1 << 30}, func(w http.ResponseWriter, r *http.Request) {
				part := make([]byte, 1<<20)
				for {
					if err := send(w, part); err != nil {
						ended <- r.Context().Err()
						return
					}
				}
			})
			conn := dial(t, addr)
			fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
			select {
			case err := <-ended:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("the request goes on: %v", err)
				}
			case <-time.After(waiting):
				t.Error("the handler still writes")
			}
		})
	}
}

// slowly is a pace at which a large response or body may take far longer than these tests wait.
var slowly = Pace{Grace: 50 * time.Millisecond, Rate: 64 << 10}

// TestPace_LargeResponse: neither the size of a response nor what was read of it quickly lets a client stop reading for
// long.
func TestPace_LargeResponse(t *testing.T) {
	for name, test := range map[string]struct {
		// part is how much the handler writes at once, and read how much the client takes.
		part, read int64
	}{
		"not read":              {32 << 20, 0},
		"not read after a part": {1 << 20, 32 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended := make(chan struct{})
			addr := serve(t, slowly, func(w http.ResponseWriter, _ *http.Request) {
				defer close(ended)
				part := make([]byte, test.part)
				for {
					if _, err := w.Write(part); err != nil {
						return
					}
				}
			})
			conn := dial(t, addr)
			fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
			if _, err := io.CopyN(io.Discard, conn, test.read); err != nil {
				t.Fatal(err)
			}
			select {
			case <-ended:
			case <-time.After(waiting):
				t.Error("the handler still writes")
			}
		})
	}
}

// TestPace_StoppedBody: sending the first part of a body quickly does not allow a long pause later.
func TestPace_StoppedBody(t *testing.T) {
	conn := dial(
		t,
		serve(t, slowly, func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }),
	)
	const sent, length = 8 << 20, 9 << 20
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n", length)
	if _, err := conn.Write(make([]byte, sent)); err != nil {
		t.Fatal(err)
	}
	if !isEnded(t, conn) {
		t.Error("the connection is still open")
	}
}

// TestPace_Pipelined: answers to many requests that a client sends at once and does not read.
func TestPace_Pipelined(t *testing.T) {
	pace := Pace{50 * time.Millisecond, 1 << 30}
	addr := serve(t, pace, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 3000)) })
	conn := dial(t, addr)
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		for {
			if _, err := fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
				return
			}
		}
	}()
	select {
	case <-sent:
	case <-time.After(waiting):
		t.Error("the connection is still open")
	}
}

// TestPace_Stream: a stream that is silent for longer than the grace goes on, and so does its connection.
func TestPace_Stream(t *testing.T) {
	addr := serve(t, Pace{50 * time.Millisecond, 1 << 20}, func(w http.ResponseWriter, r *http.Request) {
		// One byte of the body is left for net/http.
		_, _ = io.ReadFull(r.Body, make([]byte, 9))
		for range 3 {
			fmt.Fprint(w, "event\n")
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			time.Sleep(150 * time.Millisecond)
			if r.Context().Err() != nil {
				t.Error("the stream was cancelled")
			}
		}
	})
	conn := dial(t, addr)
	lines := bufio.NewReader(conn)
	for range 2 {
		fmt.Fprint(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n0123456789")
		response, err := http.ReadResponse(lines, nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(response.Body); string(body) != "event\nevent\nevent\n" {
			t.Errorf("%q %v", body, err)
		}
	}
}

// TestPace_IdleConnection: the deadline of a request does not apply to the next one on the connection, whose first
// response is sent before its handler writes.
func TestPace_IdleConnection(t *testing.T) {
	pace := Pace{Grace: 50 * time.Millisecond, Rate: 1 << 20}
	conn := dial(t, serve(t, pace, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Context().Err() != nil {
			t.Errorf("the body cannot be read: %v, %v", err, r.Context().Err())
		}
		_, _ = w.Write(body)
	}))
	answers := bufio.NewReader(conn)
	_, _ = fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	if r, err := http.ReadResponse(answers, nil); err != nil || r.Body.Close() != nil {
		t.Fatal(err)
	}
	time.Sleep(4 * pace.Grace)
	_, _ = fmt.Fprint(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
	for _, want := range []int{http.StatusContinue, http.StatusOK} {
		r, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.StatusCode != want {
			t.Errorf("status %d, want %d", r.StatusCode, want)
		}
		if want == http.StatusContinue {
			_, _ = fmt.Fprint(conn, "ok")
		}
	}
}

// TestLimit: connections of one client are bounded, those of others and of proxies are not.
func TestLimit(t *testing.T) {
	inner := &fakeListener{conns: make(chan net.Conn, 20)}
	isProxy := func(ip netip.Addr) bool { return ip == netip.MustParseAddr("192.0.2.9") }
	l := Limit(inner, 2, isProxy, slog.New(slog.DiscardHandler))
	var accepted []net.Conn
	accept := func(addr string) bool {
		conn := &fakeConn{addr: addr}
		inner.conns <- conn
		inner.conns <- &fakeConn{addr: "127.0.0.1:1"}
		got, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if got.RemoteAddr().String() != addr {
			return false
		}
		accepted = append(accepted, got)
		if _, err := l.Accept(); err != nil { // the one of loopback
			t.Fatal(err)
		}
		return true
	}
	for i, test := range []struct {
		addr string
		want bool
	}{
		{"192.0.2.1:1", true},
		{"192.0.2.1:2", true},
		{"192.0.2.1:3", false},
		{"[::ffff:192.0.2.1]:3", false},
		{"192.0.2.2:1", true},
		{"[2001:db8:1:2::1]:1", true},
		{"[2001:db8:1:2:ffff::2]:1", true},
		{"[2001:db8:1:2::3]:1", false},
		{"[2001:db8:1:3::1]:1", true},
		{"127.0.0.1:1000", true},
		{"127.0.0.1:1001", true},
		{"127.0.0.1:1002", true},
		{"192.0.2.9:1", true},
		{"192.0.2.9:2", true},
		{"192.0.2.9:3", true},
	} {
		if got := accept(test.addr); got != test.want {
			t.Errorf("%d. %s: %v", i, test.addr, got)
		}
	}
	for _, conn := range accepted {
		// Closing twice counts once.
		_, _ = conn.Close(), conn.Close()
	}
	for _, addr := range []string{"192.0.2.1:4", "192.0.2.1:5"} {
		if !accept(addr) {
			t.Errorf("%s: refused though the others are closed", addr)
		}
	}
	if accept("192.0.2.1:6") {
		t.Error("closing twice makes room for two")
	}
}

type fakeListener struct {
	net.Listener
	conns chan net.Conn
}

func (l *fakeListener) Accept() (net.Conn, error) { return <-l.conns, nil }

type fakeConn struct {
	net.Conn
	addr string
}

func (c *fakeConn) Close() error { return nil }

func (c *fakeConn) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(strings.TrimSpace(c.addr)))
}
