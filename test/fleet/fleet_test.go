// Package fleet runs several servers of one website as processes, with Redis, PostgreSQL and a bucket, and checks that
// nothing that was acknowledged is lost or doubled while they are killed and replaced. See docs/operations.md.
package fleet

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/coreos/go-oidc/v3/oidc/oidctest"

	"strand/app"
	"strand/app/serve"
	"strand/config"
	"strand/demo"
	"strand/test/polltest"
	"strand/test/postgrestest"
	"strand/test/s3test"
	"strand/test/servertest"
	"strand/test/sharedtest"
)

const (
	// serverProcess is the environment variable of processes that run a server instead of tests.
	serverProcess = "FLEET_SERVER_PROCESS"
	// patience is the longest wait on a busy machine.
	patience      = 2 * time.Minute
	webhookSecret = "a-secret-of-the-webhooks-of-the-fleet"
	editorPass    = "the-editors-of-the-fleet"
	builtClient   = "client/dist"
)

// TestMain runs the tests in the root folder of the repository, or a server in the processes that they start.
func TestMain(m *testing.M) {
	if os.Getenv(serverProcess) == "" {
		if err := os.Chdir("../.."); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(postgrestest.Main(m))
	}
	if err := runServer(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// runServer serves until a signal, as cmd/strand does.
func runServer() error {
	c, err := config.Load("", os.Environ())
	if err != nil {
		return err
	}
	if err := c.Validate(); err != nil {
		return err
	}
	return serve.Run(c, func(log *slog.Logger) (*app.App, error) { return app.New(c, log, app.Extras{}) })
}

// fleet is a website of several servers.
type fleet struct {
	t          *testing.T
	dir        string
	key        *rsa.PrivateKey
	issuer     string
	redis      *sharedtest.Redis
	postgres   *postgrestest.Server
	settings   []string
	operations map[string]string
	servers    []*server
}

// server is one of the servers.
type server struct {
	*exec.Cmd
	addr, log string
	ended     chan struct{}
}

// newFleet starts everything but the servers.
func newFleet(t *testing.T) *fleet {
	t.Helper()
	f := &fleet{t: t, dir: t.TempDir(), redis: sharedtest.Start(t), postgres: postgrestest.Start(t)}
	operations, err := servertest.Operations(builtClient)
	f.must(err)
	f.operations = operations
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	f.must(err)
	f.key = key
	provider := &oidctest.Server{
		PublicKeys: []oidctest.PublicKey{{PublicKey: key.Public(), KeyID: "k", Algorithm: oidc.RS256}},
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	f.must(err)
	f.issuer = "http://" + listener.Addr().String()
	provider.SetIssuer(f.issuer)
	identity := &http.Server{Handler: provider, ReadHeaderTimeout: time.Minute}
	go func() { _ = identity.Serve(listener) }() // it ends with the test
	t.Cleanup(func() { _ = identity.Close() })
	f.settings = []string{
		"STRAND_IDENTITY_ISSUER=" + f.issuer, "STRAND_IDENTITY_CLIENT_ID=portal",
		"STRAND_REDIS_URL=" + f.redis.URL(), "STRAND_DATABASE_URL=" + f.postgres.NewDatabase(t),
		"STRAND_S3_URL=" + s3test.Start(t).URL(), "STRAND_ASSET_DIR=" + filepath.Join(f.dir, "assets"),
		"STRAND_CMS_WEBHOOK_SECRET=" + webhookSecret, "STRAND_EDITOR_PASSWORD=" + editorPass,
		// All requests come from one IP address, or through the load balancer.
		"STRAND_CALLER_REQUESTS=0", "STRAND_SEARCH_LIMIT=0", "STRAND_TRUSTED_PROXIES=127.0.0.0/8",
		// It is longer than the default, so that a lack of CPU time does not look like a fault.
		"STRAND_RENDER_TIMEOUT=30s", "STRAND_RENDERERS=1", "STRAND_DRAIN_DELAY=3s", "STRAND_LOG_LEVEL=info",
		"STRAND_TRANSLATION_POLL=1s",
	}
	// Drafts are written into the content.
	f.must(os.CopyFS(filepath.Join(f.dir, "content"), os.DirFS("demo/content")))
	configuration, own, err := demo.Load("", append([]string{
		"STRAND_CONTENT_DIR=" + filepath.Join(f.dir, "content"), "STRAND_EMBEDDED_TRANSLATION_DELAY=1s",
		"STRAND_DATA_DIR=" + f.dir, "STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
	}, f.settings...))
	f.must(err)
	samples, err := demo.Start(configuration, own, slog.New(slog.DiscardHandler))
	f.must(err)
	t.Cleanup(func() { _ = samples.Close(context.Background()) })
	for _, s := range samples.Settings() {
		f.settings = append(f.settings, s.Variable+"="+s.Value)
	}
	t.Cleanup(func() {
		for _, s := range f.servers {
			s.kill()
			if t.Failed() {
				text, _ := os.ReadFile(s.log)
				t.Logf("log of %s:\n%s", s.addr, text[max(0, len(text)-2000):])
			}
		}
	})
	return f
}

func (f *fleet) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// start starts a server with a build of the client, as a new process with an empty data folder, and waits until it is
// ready. An address is that of a server that has ended; empty for a new one.
func (f *fleet) start(addr, client string) *server {
	f.t.Helper()
	if addr == "" {
		addr = servertest.FreeAddr(f.t)
	}
	data, err := os.MkdirTemp(f.dir, "server-")
	f.must(err)
	file, err := os.Create(data + ".log")
	f.must(err)
	defer file.Close()
	s := &server{Cmd: exec.Command(os.Args[0]), addr: addr, log: file.Name(), ended: make(chan struct{})}
	s.Stdout, s.Stderr = file, file
	isSetting := func(one string) bool { return strings.HasPrefix(one, "STRAND_") }
	s.Env = slices.Concat(slices.DeleteFunc(os.Environ(), isSetting), f.settings, []string{
		serverProcess + "=1", "STRAND_ADDR=" + addr, "STRAND_ADMIN_ADDR=127.0.0.1:0", "STRAND_DATA_DIR=" + data,
		"STRAND_CLIENT_DIR=" + client,
	})
	// A process group can be killed as a whole.
	s.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	f.must(s.Start())
	go func() {
		_ = s.Wait() // its state has the exit code
		close(s.ended)
	}()
	f.servers = append(f.servers, s)
	isReady := false
	_ = polltest.Try(func() error { // a server that has ended is not waited for
		answer, err := http.Get("http://" + addr + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
			isReady = answer.StatusCode == http.StatusOK
		}
		if isReady || !s.isAlive() {
			return nil
		}
		return errors.New("not ready")
	})
	if !isReady {
		text, _ := os.ReadFile(s.log)
		f.t.Fatalf("the server does not start:\n%s", text)
	}
	return s
}

func (s *server) isAlive() bool {
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// kill ends the server and its renderers as a power failure would.
func (s *server) kill() {
	_ = syscall.Kill(-s.Process.Pid, syscall.SIGKILL)
	<-s.ended
}

// stop ends the server gracefully.
func (f *fleet) stop(s *server) {
	f.t.Helper()
	f.must(s.Process.Signal(syscall.SIGTERM))
	select {
	case <-s.ended:
	case <-time.After(patience):
		f.t.Error("a server does not stop")
	}
	if code := s.ProcessState.ExitCode(); code != 0 {
		f.t.Errorf("a stopped server ends with %d", code)
	}
}

// signedIn returns the header of a sample user with a new ID token.
func (f *fleet) signedIn(user, role string) [2]string {
	now := time.Now().Unix()
	token := oidctest.SignIDToken(f.key, "k", oidc.RS256, fmt.Sprintf(`{"iss":%q,"aud":"portal","sub":%q,"sid":%q,
		"iat":%d,"exp":%d,"given_name":"Carla","family_name":"Customer","email":"customer@example.com","roles":[%q]}`,
		f.issuer, user, rand.Text(), now, now+3600, role))
	return [2]string{"Authorization", "Bearer " + token}
}

// answer is the answer to a request; its error is that of the connection.
type answer struct {
	status int
	header http.Header
	body   string
	err    error
}

// request is a request to one of the servers, or to the load balancer.
type request struct {
	method, url, contentType, body string
	header                         [][2]string
}

var client = &http.Client{
	Timeout:       time.Minute,
	Transport:     &http.Transport{MaxIdleConnsPerHost: 32},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func (r request) send() answer {
	out, err := http.NewRequest(r.method, r.url, strings.NewReader(r.body))
	if err != nil {
		return answer{err: err}
	}
	if r.contentType != "" {
		out.Header.Set("Content-Type", r.contentType)
	}
	address := make([]byte, 3) // limits count per IP address
	_, _ = rand.Read(address)  // it never fails
	out.Header.Set("X-Forwarded-For", net.IPv4(10, address[0], address[1], address[2]).String())
	for _, h := range r.header {
		out.Header.Set(h[0], h[1])
	}
	got, err := client.Do(out)
	if err != nil {
		return answer{err: err}
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	return answer{got.StatusCode, got.Header, string(body), err}
}

// graph executes an operation of the built client.
func (f *fleet) graph(origin, operation, variables string, header ...[2]string) answer {
	body, err := json.Marshal(map[string]any{
		"query": f.operations[operation], "operationName": operation, "variables": json.RawMessage(variables),
	})
	f.must(err)
	return request{http.MethodPost, origin + "/graphql", "application/json", string(body), header}.send()
}
