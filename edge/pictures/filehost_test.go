package pictures

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"

	"strand/edge/render"
	"strand/internal/outbound"
)

// pipes is a listener whose connections stay within the process, so that the clock of a synctest bubble advances
// while both ends wait.
type pipes struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

func newPipes() *pipes { return &pipes{accepted: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.accepted <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.accepted:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// withFileHost runs a test with the pictures and files of a file host, in a bubble whose clock stops while anything
// runs: the limits are those of production, and a busy machine does not change the result.
func withFileHost(t *testing.T, host http.HandlerFunc, test func(*testing.T, *Handler)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		server := &http.Server{Handler: host}
		var serving sync.WaitGroup
		serving.Go(func() { _ = server.Serve(p) }) // ends with Shutdown
		i := New(
			Options{
				Origin: "http://localhost",
				Dir:    t.TempDir(),
				Space:  1 << 20,
				Log:    slog.New(slog.DiscardHandler),
			},
		)
		i.assets = newAssetClient("http://localhost", outbound.Access{}, p.dial)
		i.transform = func(_ context.Context, picture []byte, _ render.Transformation) ([]byte, error) {
			return picture, nil
		}
		test(t, i)
		i.assets.client.CloseIdleConnections()
		if err := server.Shutdown(context.Background()); err != nil { // waits for running requests of the host
			t.Error(err)
		}
		serving.Wait()
	})
}

// original requests a file as a browser does. It reports whether the response was aborted.
func original(t *testing.T, i *Handler, w http.ResponseWriter, handle string) (isAborted bool) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/images/original/"+handle, nil)
	r.SetPathValue("handle", handle)
	defer func() {
		switch value := recover(); value {
		case nil:
		case http.ErrAbortHandler:
			isAborted = true
		default:
			panic(value)
		}
	}()
	i.original(w, r)
	return false
}
