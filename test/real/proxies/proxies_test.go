//go:build real

// Package proxies runs the product behind the proxies of deploy/proxies.
package proxies

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"strand/test/polltest"
	"strand/test/real/peer"
	"strand/test/servertest"
)

// TestProxies: with the configurations of deploy/proxies, large forms and uploads arrive, streams are not buffered,
// visitors cannot choose their IP address, and no request fails while a server stops.
func TestProxies(t *testing.T) {
	for name, start := range map[string]func(*testing.T, *site){"nginx": startNginx, "HAProxy": startHAProxy} {
		t.Run(name, func(t *testing.T) {
			s := &site{program: peer.Build(t, "strand-demo"), address: servertest.FreeAddr(t)}
			s.backends = [2]string{servertest.FreeAddr(t), servertest.FreeAddr(t)}
			first := s.startServer(t, 0) // the second one is down
			s.certificate(t)
			start(t, s)
			t.Run("headers", s.testHeaders)
			t.Run("form", s.testForm)
			t.Run("upload", s.testUpload)
			t.Run("stream", s.testStream)
			second := s.startServer(t, 1)
			t.Run("stop", func(t *testing.T) { s.testStop(t, first, second) })
		})
	}
}

const (
	loginPath = "/api/editor-area-autentication"
	formPath  = "/en/contact/service-request"
)

// site is two servers behind a proxy.
type site struct {
	program     string
	backends    [2]string
	address     string // of the proxy, with TLS
	pem, key    string
	client      *http.Client
	unencrypted string // of the port that redirects
}

func (s *site) startServer(t *testing.T, i int) *peer.Process {
	t.Helper()
	server := exec.Command(s.program) //nolint:gosec // built by the test
	server.Dir = peer.Root(t)
	server.Env = append(os.Environ(), "STRAND_ADDR="+s.backends[i], "STRAND_ADMIN_ADDR=127.0.0.1:0",
		"STRAND_DATA_DIR="+t.TempDir(), "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:"+servertest.FreePort(t),
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_TRUSTED_PROXIES=127.0.0.1/32", "STRAND_DRAIN_DELAY=5s",
		"STRAND_LOG_FORMAT=json", "STRAND_LOG_LEVEL=debug", "STRAND_RENDERERS=1")
	return peer.Start(t, server, 2*time.Minute, peer.Responds("http://"+s.backends[i]+"/readyz"))
}

// certificate makes a certificate for the proxy, and a client that accepts it.
func (s *site) certificate(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	s.pem, s.key = filepath.Join(dir, "site.pem"), filepath.Join(dir, "site.key")
	openssl := exec.Command("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", //nolint:gosec // a test
		"-days", "2", "-subj", "/CN=localhost", "-keyout", s.key, "-out", s.pem)
	if output, err := openssl.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	s.client = &http.Client{
		Transport: &http.Transport{
			TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // its own certificate
			ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// config returns a file of deploy/proxies with the addresses of the test.
func (s *site) config(t *testing.T, name string, replace ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(peer.Root(t), "deploy", "proxies", name))
	if err != nil {
		t.Fatal(err)
	}
	replace = append(replace, "10.0.0.11:8080", s.backends[0], "10.0.0.12:8080", s.backends[1])
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(string(text), replace[i]) {
			t.Fatalf("%s has no %s", name, replace[i])
		}
	}
	return strings.NewReplacer(replace...).Replace(string(text))
}

func startNginx(t *testing.T, s *site) {
	t.Helper()
	dir := t.TempDir()
	s.unencrypted = servertest.FreeAddr(t)
	config := s.config(t, "nginx.conf", "listen 80;", "listen "+s.unencrypted+";",
		"listen 443 ssl http2;", "listen "+s.address+" ssl http2;", "example.com www.example.com", "localhost",
		"/etc/nginx/tls/site.pem", s.pem, "/etc/nginx/tls/site.key", s.key)
	whole := fmt.Sprintf(`daemon off;
pid %[1]s/pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path %[1]s; proxy_temp_path %[1]s;
  fastcgi_temp_path %[1]s; uwsgi_temp_path %[1]s; scgi_temp_path %[1]s;
  %[2]s
}
`, dir, config)
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	nginx := exec.Command(peer.Debian(t, "nginx-light", "nginx"), "-c", file) //nolint:gosec // from a test
	peer.Start(t, nginx, time.Minute, s.responds)
}

func startHAProxy(t *testing.T, s *site) {
	t.Helper()
	s.unencrypted = servertest.FreeAddr(t)
	both := filepath.Join(t.TempDir(), "both.pem")
	certificate, err := os.ReadFile(s.pem)
	if err != nil {
		t.Fatal(err)
	}
	key, err := os.ReadFile(s.key)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(both, append(certificate, key...), 0o600); err != nil {
		t.Fatal(err)
	}
	config := s.config(t, "haproxy.cfg", "bind :80\n", "bind "+s.unencrypted+"\n", "bind :443 ", "bind "+s.address+" ",
		"/etc/haproxy/tls/site.pem", both)
	file := filepath.Join(t.TempDir(), "haproxy.cfg")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	program := peer.Debian(t, "haproxy", "haproxy")
	check := exec.Command(program, "-c", "-f", file) //nolint:gosec // from a test
	if output, err := check.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	peer.Start(t, exec.Command(program, "-db", "-f", file), time.Minute, s.responds) //nolint:gosec // from a test
}

// send sends a request to an address, as a visitor of localhost.
func (s *site) send(
	ctx context.Context, method, origin, path string, body io.Reader, header ...string,
) (*http.Response, string, error) {
	request, err := http.NewRequestWithContext(ctx, method, origin+path, body)
	if err != nil {
		return nil, "", err
	}
	request.Host = "localhost"
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	return response, string(text), err
}

// ask is send to the proxy, and fails the test for an error.
func (s *site) ask(t *testing.T, method, path string, body io.Reader, header ...string) (*http.Response, string) {
	t.Helper()
	response, text, err := s.send(t.Context(), method, "https://"+s.address, path, body, header...)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return response, text
}

func (s *site) responds(ctx context.Context) error {
	response, _, err := s.send(ctx, http.MethodGet, "https://"+s.address, "/en", nil)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", response.StatusCode)
	}
	return err
}

func (s *site) testHeaders(t *testing.T) {
	response, _ := s.ask(t, http.MethodGet, "/en/about", nil, "X-Forwarded-For", "203.0.113.7", "X-Forwarded-Proto",
		"http", "X-Forwarded-Host", "evil.example.com", "Accept-Encoding", "br")
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "br" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
	response, text := s.ask(t, http.MethodGet, "/en/about", nil, "X-Forwarded-Host", "evil.example.com")
	if !strings.Contains(text, `rel="canonical" href="https://localhost/en/about"`) {
		t.Errorf("the document does not know its URL: %d %.300s", response.StatusCode, text)
	}
	// The limit of wrong passwords counts by IP address: a visitor who invents addresses must not escape it.
	limited := false
	for i := range 40 {
		response, _ := s.ask(t, http.MethodPost, loginPath, strings.NewReader(`{"input":"wrong"}`),
			"Content-Type", "application/json", "X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i),
			"Forwarded", fmt.Sprintf("for=203.0.113.%d", i))
		limited = limited || response.StatusCode == http.StatusTooManyRequests
	}
	if !limited {
		t.Error("a visitor with invented IP addresses has no limit")
	}
	response, _, err := s.send(t.Context(), http.MethodGet, "http://"+s.unencrypted, "/en/about", nil)
	if err != nil || response.StatusCode != http.StatusMovedPermanently ||
		response.Header.Get("Location") != "https://localhost/en/about" {
		t.Errorf("http: %v, %v", response, err)
	}
}

// testForm sends a form without JavaScript with 30 MB of files.
func (s *site) testForm(t *testing.T) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("attachments", "film.png")
	if err == nil {
		_, err = part.Write(make([]byte, 30<<20))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	direct, _, err := s.send(t.Context(), http.MethodPost, "http://"+s.backends[0], formPath,
		bytes.NewReader(body.Bytes()), "Content-Type", form.FormDataContentType())
	if err != nil {
		t.Fatal(err)
	}
	response, text := s.ask(t, http.MethodPost, formPath, bytes.NewReader(body.Bytes()), "Content-Type",
		form.FormDataContentType())
	t.Logf("status %d", direct.StatusCode)
	if response.StatusCode != direct.StatusCode ||
		response.Header.Get("Content-Type") != direct.Header.Get("Content-Type") {
		t.Errorf("%d instead of %d: %.300s", response.StatusCode, direct.StatusCode, text)
	}
}

func (s *site) testUpload(t *testing.T) {
	const size, chunk = 12 << 20, 5 << 20
	data := make([]byte, size)
	copy(data, "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	made, text := s.ask(t, http.MethodPost, "/api/uploads/", nil, "Tus-Resumable", "1.0.0", "Upload-Length",
		strconv.Itoa(size))
	if made.StatusCode != http.StatusCreated {
		t.Fatalf("%d %s", made.StatusCode, text)
	}
	location, err := url.Parse(made.Header.Get("Location"))
	if err != nil || location.IsAbs() && location.Scheme != "https" {
		t.Fatalf("Location %s, %v", location, err)
	}
	for offset := 0; offset < size; offset += chunk {
		end := min(offset+chunk, size)
		sent, text := s.ask(t, http.MethodPatch, location.Path, bytes.NewReader(data[offset:end]),
			"Tus-Resumable", "1.0.0", "Upload-Offset", strconv.Itoa(offset),
			"Content-Type", "application/offset+octet-stream")
		if sent.StatusCode != http.StatusNoContent || sent.Header.Get("Upload-Offset") != strconv.Itoa(end) {
			t.Fatalf("part from %d: %d %s", offset, sent.StatusCode, text)
		}
	}
}

// testStream opens a subscription: its first event, and a comment after 15 s without events, arrive while it is open.
func (s *site) testStream(t *testing.T) {
	login, text := s.ask(t, http.MethodPost, loginPath, strings.NewReader(`{"input":"editor"}`),
		"Content-Type", "application/json", "X-Forwarded-For", "198.51.100.1")
	if login.StatusCode == http.StatusTooManyRequests {
		// testHeaders has used up the attempts of the proxy's visitors; those of the server itself are counted apart.
		request := "http://" + s.backends[0]
		var err error
		if login, text, err = s.send(t.Context(), http.MethodPost, request, loginPath,
			strings.NewReader(`{"input":"editor"}`), "Content-Type", "application/json", "X-Forwarded-For",
			"198.51.100.1"); err != nil {
			t.Fatal(err)
		}
	}
	if login.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", login.StatusCode, text)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+s.address+"/graphql",
		strings.NewReader(`{"query":"subscription { editorChanged { id } }"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Host = "localhost"
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream")
	for _, cookie := range login.Cookies() {
		request.AddCookie(cookie)
	}
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	lines := bufio.NewScanner(response.Body)
	hasEvent := false
	for lines.Scan() {
		line := lines.Text()
		hasEvent = hasEvent || strings.HasPrefix(line, "data:") && strings.Contains(line, "editorChanged")
		if hasEvent && strings.HasPrefix(line, ":") {
			return // a comment after the event
		}
	}
	t.Errorf("status %d, event received: %v, %v", response.StatusCode, hasEvent, lines.Err())
}

// testStop stops a server while visitors read pages.
func (s *site) testStop(t *testing.T, first, second *peer.Process) {
	read := func() error {
		response, _, err := s.send(t.Context(), http.MethodGet, "https://"+s.address, "/en/about", nil)
		if err == nil && response.StatusCode != http.StatusOK {
			err = fmt.Errorf("status %d", response.StatusCode)
		}
		return err
	}
	polltest.Until(t, "the proxy uses the second server", func() bool {
		if err := read(); err != nil {
			t.Fatal(err)
		}
		return strings.Contains(second.Tail(), "/en/about")
	})
	ctx, cancel := context.WithCancel(t.Context())
	var requests atomic.Int32
	var visitors sync.WaitGroup
	for range 3 {
		visitors.Go(func() {
			for ctx.Err() == nil {
				if err := read(); err != nil {
					t.Error(err)
				}
				requests.Add(1)
			}
		})
	}
	isRead := func(more int32) {
		t.Helper()
		least := requests.Load() + more
		polltest.Until(t, "pages are read", func() bool { return requests.Load() >= least })
	}
	isRead(50)
	first.Stop()
	isRead(50)
	cancel()
	visitors.Wait()
	t.Logf("%d requests", requests.Load())
}
