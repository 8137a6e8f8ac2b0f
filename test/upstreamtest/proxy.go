package upstreamtest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// Proxy is a proxy of a system that can break its answers.
type Proxy struct {
	*httptest.Server
	// Origin is that of the system itself.
	Origin  string
	answers *httputil.ReverseProxy
	fault   atomic.Pointer[Fault]
	// replaces contains pairs of origins that are replaced in answers.
	replaces [][2]string
}

// NewProxy starts the proxy of a system at a URL.
func NewProxy(t testing.TB, rawURL string) *Proxy {
	t.Helper()
	u, err := url.Parse(rawURL)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{Origin: u.Scheme + "://" + u.Host, answers: &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: u.Scheme, Host: u.Host})
			r.Out.Header.Del("Accept-Encoding") // so that the transport decompresses
		},
		Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
		FlushInterval: -1,
		ErrorHandler:  func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		ErrorLog:      log.New(io.Discard, "", 0),
	}}
	p.answers.ModifyResponse = p.change
	p.Server = httptest.NewServer(p)
	t.Cleanup(func() {
		p.CloseClientConnections()
		p.Close()
	})
	return p
}

// Break sets the fault of the following answers; nil means none.
func (p *Proxy) Break(f *Fault) { p.fault.Store(f) }

// Rewrite replaces an origin in the answers, such as that of files. Call it before the first request.
func (p *Proxy) Rewrite(from, to string) { p.replaces = append(p.replaces, [2]string{from, to}) }

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f := p.fault.Load(); f != nil && f.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
		f.Body(w)
		return
	}
	p.answers.ServeHTTP(w, r)
}

// change applies the fault to an answer of the system.
func (p *Proxy) change(r *http.Response) error {
	body, err := io.ReadAll(r.Body)
	if err != nil || len(body) == 0 {
		return err
	}
	if strings.Contains(r.Header.Get("Content-Type"), "json") {
		for _, pair := range p.replaces {
			body = bytes.ReplaceAll(body, []byte(pair[0]), []byte(pair[1]))
		}
	}
	f := p.fault.Load()
	if f != nil && (f.Data != nil || f.hasError) {
		body, r.Header = f.changed(body), http.Header{"Content-Type": {"application/json"}}
	}
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
	r.Body = io.NopCloser(bytes.NewReader(body))
	if f != nil && f.half != nil {
		end, fail := io.Pipe()
		f.half(r.Request.Context(), func() { _ = fail.CloseWithError(io.ErrUnexpectedEOF) })
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body[:len(body)/2]), end))
	}
	return nil
}

// changed returns an answer with changed data. An answer that is not JSON, such as a file, is replaced by JSON.
func (f *Fault) changed(answer []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	var root map[string]any
	if decoder.Decode(&root) != nil {
		return []byte(`{"data":null}`)
	}
	data, isGraphQL := root["data"].(map[string]any)
	var changed any = root
	switch {
	case f.hasError:
		root["errors"] = []any{map[string]any{"message": InternalText}}
	case isGraphQL:
		root["data"] = f.Data(data)
	default:
		changed = f.Data(root)
	}
	text, _ := json.Marshal(changed)
	return text
}

// proxyFaults are those of a Proxy only, beside Faults.
var proxyFaults = []Fault{
	{Name: "status 500", Body: status(http.StatusInternalServerError)},
	{Name: "status 502", Body: status(http.StatusBadGateway)},
	{Name: "status 429", Body: status(http.StatusTooManyRequests)},
	{Name: "an error beside the data", hasError: true},
	{Name: "half a body", half: func(_ context.Context, abort func()) { abort() }},
	{
		Name: "half a body, then nothing",
		half: func(ctx context.Context, abort func()) { context.AfterFunc(ctx, abort) },
	},
}

func status(code int) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		if code == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "60")
		}
		http.Error(w, InternalText, code)
	}
}

// FaultNamed returns a fault of a Proxy.
func FaultNamed(name string) *Fault {
	for _, f := range append(proxyFaults, Faults...) {
		if f.Name == name {
			return &f
		}
	}
	panic("there is no fault " + name)
}
