package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// proxy forwards requests of the server to one upstream system, and applies a fault to its answers.
type proxy struct {
	// target is the origin of the system; empty if handler answers.
	target  string
	handler http.Handler
	// rewrite changes forwarded requests; nil changes nothing.
	rewrite func(*http.Request)
	// origins replaces the origins of the systems in answers by those of their proxies.
	origins *origins
	address string
	client  *http.Client
	fault   atomic.Pointer[fault]
	calls   atomic.Int64

	mu     sync.Mutex
	server *http.Server
}

// origins are pairs of texts, the first of which is replaced by the second.
type origins struct {
	mu    sync.Mutex
	pairs []string
}

func (o *origins) add(from, to string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pairs = append(o.pairs, from, to)
}

func (o *origins) replace(text []byte) []byte {
	o.mu.Lock()
	pairs := o.pairs
	o.mu.Unlock()
	for i := 0; i+1 < len(pairs); i += 2 {
		text = bytes.ReplaceAll(text, []byte(pairs[i]), []byte(pairs[i+1]))
	}
	return text
}

// startProxy starts a proxy of a system on a free port.
func startProxy(target string, handler http.Handler, replaced *origins) (*proxy, error) {
	p := &proxy{
		handler: handler,
		origins: replaced,
		client: &http.Client{
			Timeout:       time.Minute,
			Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	if target != "" {
		u, err := url.Parse(target)
		if err != nil {
			return nil, fmt.Errorf("read the address of a system: %w", err)
		}
		p.target = u.Scheme + "://" + u.Host
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for a fault proxy: %w", err)
	}
	p.address = listener.Addr().String()
	p.serve(listener)
	return p, nil
}

func (p *proxy) url() string { return "http://" + p.address }

func (p *proxy) serve(listener net.Listener) {
	server := &http.Server{Handler: p, ReadHeaderTimeout: time.Minute}
	p.mu.Lock()
	p.server = server
	p.mu.Unlock()
	go func() { _ = server.Serve(listener) }()
}

// set sets the fault of the system; nil removes it.
func (p *proxy) set(f *fault) error {
	p.mu.Lock()
	running := p.server
	p.mu.Unlock()
	p.fault.Store(f)
	if running != nil && f != nil && f.kind == "refused" {
		_ = running.Close() // only a closed port refuses connections
		p.mu.Lock()
		p.server = nil
		p.mu.Unlock()
		running = nil
	}
	if running != nil || f != nil && f.kind == "refused" {
		return nil
	}
	var listener net.Listener
	var err error
	for range 50 {
		if listener, err = net.Listen("tcp", p.address); err == nil {
			p.serve(listener)
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("listen again on %s: %w", p.address, err)
}

func (p *proxy) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.server != nil {
		_ = p.server.Close()
	}
}

// answer is a complete answer of a system.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.calls.Add(1)
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	f := p.fault.Load()
	if f == nil {
		f = &fault{}
	}
	switch f.kind {
	case "hang":
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	case "slow":
		select {
		case <-time.After(time.Duration(f.number) * time.Millisecond):
		case <-r.Context().Done():
			panic(http.ErrAbortHandler)
		}
	case "reset":
		reset(w)
		return
	case "status":
		send(w, f.number, "text/html", secret)
		return
	case "429":
		w.Header().Set("Retry-After", strconv.Itoa(f.number))
		send(w, http.StatusTooManyRequests, "text/html", secret)
		return
	case "html":
		send(w, http.StatusOK, "text/html", "<html><body>"+secret+"</body></html>")
		return
	case "badjson":
		send(w, http.StatusOK, "application/json", `{"data":{"`+secret)
		return
	case "gqlerrors":
		send(w, http.StatusOK, "application/json", `{"data":null,"errors":[{"message":"`+secret+`"}]}`)
		return
	case "huge":
		huge(w, f.number)
		return
	}
	a, err := p.ask(r.Context(), r, body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	switch f.kind {
	case "cutbody", "hangbody":
		half(w, r, a, f.kind == "hangbody")
		return
	case "partial", "nulls", "nullfields", "nullitems", "emptylists":
		a.body = withFault(f.kind, a.body)
		a.header = http.Header{"Content-Type": {"application/json"}}
	}
	write(w, a)
}

// ask forwards a request.
func (p *proxy) ask(ctx context.Context, r *http.Request, body []byte) (*answer, error) {
	if p.handler != nil {
		rec := &recorder{answer: answer{status: http.StatusOK, header: http.Header{}}}
		copied := r.Clone(ctx)
		copied.Body = io.NopCloser(bytes.NewReader(body))
		p.handler.ServeHTTP(rec, copied)
		return &rec.answer, nil
	}
	out, err := http.NewRequestWithContext(ctx, r.Method, p.target+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	out.Header = r.Header.Clone()
	out.Header.Del("Accept-Encoding") // so that the transport decompresses
	if p.rewrite != nil {
		p.rewrite(out)
	}
	response, err := p.client.Do(out)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	a := &answer{status: response.StatusCode, header: response.Header}
	if a.body, err = io.ReadAll(response.Body); err != nil {
		return nil, err
	}
	if strings.Contains(a.header.Get("Content-Type"), "json") {
		a.body = p.origins.replace(a.body)
	}
	return a, nil
}

// recorder is a response writer that stores the answer.
type recorder struct{ answer }

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) { r.status = status }

func (r *recorder) Write(b []byte) (int, error) {
	r.body = append(r.body, b...)
	return len(b), nil
}

func write(w http.ResponseWriter, a *answer) {
	copyHeader(w, a)
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}

func copyHeader(w http.ResponseWriter, a *answer) {
	for name, values := range a.header {
		switch name {
		case "Content-Length", "Transfer-Encoding", "Connection", "Content-Encoding":
		default:
			w.Header()[name] = values
		}
	}
	if a.status != http.StatusNoContent && a.status != http.StatusNotModified {
		w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	}
}

func send(w http.ResponseWriter, status int, contentType, text string) {
	write(w, &answer{status: status, header: http.Header{"Content-Type": {contentType}}, body: []byte(text)})
}

// reset closes the connection without an answer.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// half sends the first half of an answer; then it hangs, or closes the connection.
func half(w http.ResponseWriter, r *http.Request, a *answer, hangs bool) {
	copyHeader(w, a)
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body[:len(a.body)/2])
	_ = http.NewResponseController(w).Flush()
	if hangs {
		<-r.Context().Done()
	}
	panic(http.ErrAbortHandler)
}

// huge sends a body of the given number of MB.
func huge(w http.ResponseWriter, megabytes int) {
	w.Header().Set("Content-Type", "application/json")
	piece := bytes.Repeat([]byte(" "), 1<<20)
	for range megabytes {
		if _, err := w.Write(piece); err != nil {
			if errors.Is(err, http.ErrAbortHandler) {
				panic(err)
			}
			return
		}
	}
}
