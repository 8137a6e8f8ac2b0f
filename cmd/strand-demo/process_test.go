package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"strand/demo/identity/identitytest"
	"strand/test/logtest"
	"strand/test/polltest"
	"strand/test/servertest"
)

// serverProcess is the environment variable of processes that run a server instead of tests.
const serverProcess = "TEST_SERVER_PROCESS"

// patience is the longest wait on a busy machine.
const patience = time.Minute

func TestMain(m *testing.M) {
	if os.Getenv(serverProcess) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// screenOperation replaces the operation of the built client.
const screenOperation = `query ContentScreen($url: String!) { resolve(url: $url) { __typename
	... on PageResolution { site { name theme enableCutFont } locale { code } page { title theme
	modules { __typename } } }
	... on RedirectResolution { status location }
	... on NotFoundResolution { message site { name theme enableCutFont } locale { code } } } }`

// renderer is a script in place of the threads of the app that becomes ready when a file exists.
const renderer = `
const { createServer } = require("node:http");
const { existsSync } = require("node:fs");
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    if (request.url === "/ready" && !existsSync(process.env.TEST_RENDERER_GATE)) request.socket.destroy();
    else response.end(JSON.stringify({ head: "<title>t</title>", modules: [] }) + "\n<p>rendered</p>");
  });
});
server.listen(process.env.STRAND_RENDER_SOCKET);
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
`

// server is a Strand in a separate process.
type server struct {
	command    *exec.Cmd
	url, admin string
	data       string
	settings   []string
	log        *logtest.Log
	// ended is closed when the process has ended.
	ended chan struct{}
}

// prepare creates the folders and settings of a server, without starting it. Its renderers become ready at once,
// unless the test delays them.
func prepare(t *testing.T, bundle string, settings ...string) *server {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Fatal("Node is needed")
	}
	dir := t.TempDir()
	documents, err := json.Marshal(map[string]string{"sha256:screen": screenOperation})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"client/persisted-documents.json": string(documents),
		"client/server/threads.js":        bundle,
		"client/server/render.js":         "",
	} {
		file := filepath.Join(dir, name)
		if err := errors.Join(
			os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600),
		); err != nil {
			t.Fatal(err)
		}
	}
	servertest.WriteClient(t, filepath.Join(dir, "client"))
	site, admin := "localhost:"+servertest.FreePort(t), "localhost:"+servertest.FreePort(t)
	s := &server{url: "http://" + site, admin: "http://" + admin, data: filepath.Join(dir, "data")}
	s.settings = append([]string{
		serverProcess + "=1",
		"TEST_RENDERER_GATE=" + filepath.Join(dir, "client"),
		"STRAND_ADDR=" + site,
		"STRAND_ADMIN_ADDR=" + admin,
		"STRAND_DATA_DIR=" + s.data,
		"STRAND_CLIENT_DIR=" + filepath.Join(dir, "client"),
		"STRAND_CONTENT_DIR=../../demo/content",
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
		"STRAND_DRAIN_DELAY=0s",
		"STRAND_RENDER_TIMEOUT=30s",
	}, settings...)
	return s
}

// start starts the process.
func (s *server) start(t *testing.T) {
	t.Helper()
	s.command = exec.Command(os.Args[0])
	s.command.Env = append(os.Environ(), s.settings...)
	s.log, s.ended = new(logtest.Log), make(chan struct{})
	s.command.Stderr = s.log
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = s.command.Wait() // its state has the exit code
		close(s.ended)
	}()
	t.Cleanup(func() {
		_ = s.command.Process.Kill()
		<-s.ended
		if t.Failed() {
			t.Logf("log of %s:\n%s", s.url, s.log)
		}
	})
}

// running starts a server and waits until it is ready.
func running(t *testing.T, settings ...string) *server {
	t.Helper()
	s := prepare(t, renderer, settings...)
	s.start(t)
	s.awaitReady(t)
	return s
}

func (s *server) awaitReady(t *testing.T) {
	t.Helper()
	polltest.Until(t, "the server is ready", func() bool {
		select {
		case <-s.ended:
			t.Fatal("the server has ended before it was ready")
		default:
		}
		a, err := get(s.url + "/readyz")
		return err == nil && a.status == http.StatusOK
	})
}

// answer is a response of a server.
type answer struct {
	status int
	header http.Header
	body   string
}

func get(url string, headers ...string) (*answer, error) {
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	r.Host = r.Header.Get("Host") // a client takes it from nowhere else
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return &answer{response.StatusCode, response.Header, string(body)}, err
}

// readiness is the body of /readyz.
type readiness struct {
	Status    string `json:"status"`
	Reason    string `json:"reason"`
	Renderers *int   `json:"renderers"`
}

func (a *answer) readiness(t *testing.T) (r readiness) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &r); err != nil {
		t.Fatalf("%v in %s", err, a.body)
	}
	return r
}

// watchTicket signs in a customer, creates a ticket and subscribes to its changes.
func (s *server) watchTicket(t *testing.T) io.Reader {
	t.Helper()
	page, err := get(s.url + "/en")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(page.body, `id="strand-config">`)
	config, _, _ := strings.Cut(rest, "</script>")
	var found struct{ Issuer, ClientID string }
	if err := json.Unmarshal([]byte(config), &found); err != nil {
		t.Fatalf("%v in %s", err, page.body)
	}
	token := identitytest.IDToken(
		identitytest.New(t, found.Issuer, found.ClientID, s.url).SignIn("customer@example.com"),
	)
	response := s.query(t, token, "application/json", `mutation { createTicket(input: {
		idempotencyKey: "0123456789abcdef", location: "loc-nordkabel-winterthur", type: MALFUNCTION, concern: CRIMPING,
		subject: "Whistle", description: "It whistles."}) { ticket { id } } }`)
	var created struct {
		Data struct {
			CreateTicket struct{ Ticket struct{ ID string } }
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&created); err != nil {
		t.Fatal(err)
	}
	stream := bufio.NewReader(s.query(t, token, "text/event-stream",
		fmt.Sprintf(`subscription { ticketChanged(id: %q) { status } }`, created.Data.CreateTicket.Ticket.ID)).Body)
	for {
		line, err := stream.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(line, "data: ") {
			return stream
		}
	}
}

// query sends an operation; the body of the response is closed at the end of the test.
func (s *server) query(t *testing.T, token, accept, text string) *http.Response {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": text})
	if err != nil {
		t.Fatal(err)
	}
	target, err := url.JoinPath(s.url, "graphql")
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", accept)
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		t.Fatalf("status %d", response.StatusCode)
	}
	return response
}
