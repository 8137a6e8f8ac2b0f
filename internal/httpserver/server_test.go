package httpserver

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writeCertificate writes a new certificate for localhost and its key into a folder, and returns their files.
func writeCertificate(t *testing.T, dir string, serial int64, until time.Time) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial),
		DNSNames:     []string{"localhost"},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     until,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	for file, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: cert}, keyFile: {Type: "PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

// listen serves a handler, over TLS with a certificate, and returns the address.
func listen(t *testing.T, pace Pace, certificate *Certificate, h http.HandlerFunc) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := New(h, log.New(io.Discard, "", 0), pace)
	t.Cleanup(func() { _ = server.Close() })
	if certificate == nil {
		go func() { _ = server.Serve(listener) }()
	} else {
		server.TLSConfig = &tls.Config{GetCertificate: certificate.Get, MinVersion: tls.VersionTLS12}
		go func() { _ = server.ServeTLS(listener, "", "") }()
	}
	return listener.Addr().String()
}

// client returns a client with one of the protocols, which trusts every certificate.
func client(t *testing.T, set func(*http.Protocols)) *http.Client {
	t.Helper()
	protocols := new(http.Protocols)
	set(protocols)
	transport := &http.Transport{
		Protocols:       protocols,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // the certificate is one of the test
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

func get(t *testing.T, c *http.Client, url string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := c.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

// TestNew_Protocols: clients of each protocol are served, with TLS and without.
func TestNew_Protocols(t *testing.T) {
	certFile, keyFile := writeCertificate(t, t.TempDir(), 1, time.Now().Add(time.Hour))
	certificate, err := LoadCertificate(certFile, keyFile, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	echo := func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "%s %t", r.Proto, r.TLS != nil) }
	plain := "http://" + listen(t, DefaultPace, nil, echo)
	secure := "https://" + listen(t, DefaultPace, certificate, echo)
	both := func(p *http.Protocols) { p.SetHTTP1(true); p.SetHTTP2(true) }
	for name, test := range map[string]struct {
		url  string
		set  func(*http.Protocols)
		want string
	}{
		"http/1.1":                     {plain, both, "HTTP/1.1 false"},
		"h2c":                          {plain, func(p *http.Protocols) { p.SetUnencryptedHTTP2(true) }, "HTTP/2.0 false"},
		"https, HTTP/2 is negotiated":  {secure, both, "HTTP/2.0 true"},
		"https for a client of HTTP/1": {secure, func(p *http.Protocols) { p.SetHTTP1(true) }, "HTTP/1.1 true"},
	} {
		response := get(t, client(t, test.set), test.url)
		if body, err := io.ReadAll(response.Body); err != nil || string(body) != test.want {
			t.Errorf("%s: %q, want %q (%v)", name, body, test.want, err)
		}
	}
}

// TestPace_HTTP2: a client that reads nothing does not hold what its handler waits with, and its connection serves
// other requests.
func TestPace_HTTP2(t *testing.T) {
	ended := make(chan error, 1)
	addr := listen(t, Pace{time.Second, 1 << 30}, nil, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/small" {
			return
		}
		for {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				<-r.Context().Done()
				ended <- r.Context().Err()
				return
			}
		}
	})
	c := client(t, func(p *http.Protocols) { p.SetUnencryptedHTTP2(true) })
	get(t, c, "http://"+addr+"/large")
	select {
	case <-ended:
	case <-time.After(waiting):
		t.Fatal("the handler still writes")
	}
	if response := get(t, c, "http://"+addr+"/small"); response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
}

// TestCertificate: changed files are used at the next check; the previous certificate stays while they are incomplete.
func TestCertificate(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile := writeCertificate(t, dir, 1, time.Now().Add(time.Hour))
	c, err := LoadCertificate(certFile, keyFile, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	// serial returns that of the certificate of the next handshake, after the next check.
	serial := func() int64 {
		c.checked = time.Time{}
		found, err := c.Get(nil)
		if err != nil {
			t.Fatal(err)
		}
		return found.Leaf.SerialNumber.Int64()
	}
	if got := serial(); got != 1 {
		t.Errorf("certificate %d, want 1", got)
	}
	other := t.TempDir()
	newCert, newKey := writeCertificate(t, other, 2, time.Now().Add(2*time.Hour))
	replace := func(from, to string) {
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	replace(newCert, certFile)
	if got := serial(); got != 1 {
		t.Errorf("certificate %d with the key of 1", got)
	}
	replace(newKey, keyFile)
	if got := serial(); got != 2 {
		t.Errorf("certificate %d, want 2", got)
	}
	if err := c.CheckValid(time.Now()); err != nil {
		t.Error(err)
	}
	if err := c.CheckValid(time.Now().Add(3 * time.Hour)); err == nil {
		t.Error("an expired certificate is valid")
	}
	if _, err := LoadCertificate(filepath.Join(dir, "missing"), keyFile, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a missing file was read")
	}
}

// TestNewServer_Chunks: after a request in chunks, with a Content-Length or without, no other request on its connection
// is answered.
func TestNewServer_Chunks(t *testing.T) {
	address := listen(t, DefaultPace, nil, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = w.Write(append([]byte(r.URL.Path+" "), body...))
	})
	const chunks, next = "5\r\nhello\r\n0\r\n\r\n", "GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	for name, test := range map[string]struct {
		headers, body string
		isClosed      bool
	}{
		"a length":                     {"Content-Length: 5\r\n", "hello", false},
		"chunks":                       {"Transfer-Encoding: chunked\r\n", chunks, true},
		"chunks and a length":          {"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", chunks, true},
		"chunks and a large length":    {"Transfer-Encoding: chunked\r\nContent-Length: 400\r\n", chunks, true},
		"chunks in capitals, length 0": {"TRANSFER-ENCODING: CHUNKED\r\nContent-Length: 0\r\n", chunks, true},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_, err = io.WriteString(conn, "POST /first HTTP/1.1\r\nHost: x\r\n"+test.headers+"\r\n"+test.body+next)
			if err != nil {
				t.Fatal(err)
			}
			answers, _ := io.ReadAll(conn) // a closed connection may be reset
			if !strings.Contains(string(answers), "/first hello") {
				t.Errorf("not answered: %s", answers)
			}
			if got := !strings.Contains(string(answers), "/next"); got != test.isClosed {
				t.Errorf("closed: %t, answers: %s", got, answers)
			}
		})
	}
}
