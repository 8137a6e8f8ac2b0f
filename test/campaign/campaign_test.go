//go:build campaign

// Package campaign starts the real server with the sample systems behind fault proxies and applies all faults. See
// README.md.
package campaign

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	mathrand "math/rand/v2"
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

	"strand/demo"
	"strand/edge/webhooks"
	"strand/test/servertest"
	"strand/test/upstreamtest"
)

var reportFile = flag.String("report", "", "a file for the report of all results of the matrix: docs/degradation.md")

var (
	strandBinary, revision string
	// operations are those of the built client by name.
	operations map[string]string
)

// TestMain builds the server. All tests run in the root folder of the repository.
func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "strand-campaign-")
	exitOn(err)
	exitOn(os.Chdir("../.."))
	strandBinary = filepath.Join(dir, "strand")
	// The tag only adds a clock of the cache that can be advanced (app/clock_campaign.go).
	build := exec.Command("go", "build", "-tags", "campaign", "-o", strandBinary, "./cmd/strand")
	build.Stderr = os.Stderr
	exitOn(build.Run())
	head, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	exitOn(err)
	revision = strings.TrimSpace(string(head))
	operations, err = servertest.Operations("client/dist")
	exitOn(err)
	code := m.Run()
	if *reportFile != "" {
		exitOn(writeReport(*reportFile))
	}
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func exitOn(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// await waits until a condition holds; false if it does not in time.
func await(limit, every time.Duration, holds func() bool) bool {
	for end := time.Now().Add(limit); !holds(); time.Sleep(every) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// kind determines how the answer of a target is judged.
type kind int

const (
	page    kind = iota // a document, or a redirect
	payload             // the JSON of a page
	file
	query
	write
)

// target is a requested page template of the sites, a query or a write.
type target struct {
	name string
	kind kind
	// warm is the path of a page that is read before the fault, fresh that of a page that is not.
	warm, fresh string
	// operation is the name of the client's operation, for queries and writes; its variables may contain URL, TICKET
	// and KEY, which makes writes different, and findable in sis.
	operation, variables string
}

// alsoWarm is read before the fault, so that the navigation is cached in the languages of all targets.
const alsoWarm = "/de/careers"

var targets = []*target{
	{"home", page, "/en", "/de", "", ""},
	{"content", page, "/en/about", "/en/about/history", "", ""},
	{"product", page, "/en/products/crimping/bench-presses/h-20", "/en/products/crimping/bench-presses/h-40", "", ""},
	{"listing", page, "/en/products/crimping/bench-presses", "/en/products/testing/cable-testing", "", ""},
	{"story", page, "/en/stories/orange-cables", "/en/stories/the-quiet-room", "", ""},
	{"stories", page, "/en/stories", "/de/stories", "", ""},
	{"media", page, "/en/media-releases", "/de/media-releases", "", ""},
	{"events", page, "/en/events", "/de/events", "", ""},
	{"locations", page, "/en/contacts", "/de/contacts", "", ""},
	{"investors", page, "/en/investors", "/de/investors", "", ""},
	{"search", page, "/en/search?q=crimp", "/en/search?q=cable", "", ""},
	{"form page", page, "/en/contact/service-request", "/de/contact/service-request", "", ""},
	{"portal doc", page, "/en/mykomax", "/de/mykomax", "", ""},
	{"404", page, "/en/no-such-page", "/en/no-other-page", "", ""},
	{"redirect", page, "/en/company-history", "/en/impressum", "", ""},
	{"sitemap", file, "/sitemap.xml", "/sitemap.xml", "", ""},
	{"feed", file, "/en/stories/feed.xml", "/de/stories/feed.xml", "", ""},
	{"payload", payload, "/en/about/_payload.json", "/en/about/sustainability/_payload.json", "", ""},
	{"picture", file, "/images/aside-square/480/hero-hall.webp", "/images/aside-square/480/building.webp", "", ""},
	{"document", file, "/images/original/conformity", "/images/original/wp-force-curve-en", "", ""},
	{"portal home", query, "/en/mykomax", "/en/mykomax", "PortalHome", `{"url":"URL"}`},
	{"ticket list", query, "/en/mykomax/tickets/list", "/en/mykomax/tickets/list", "Tickets", `{"url":"URL"}`},
	{"ticket", query, "", "", "TicketNow", `{"id":"TICKET"}`},
	{"form submit", write, "", "", "SubmitForm", `{"input":{"kind":"STORY_FEEDBACK","locale":"en","idempotencyKey":"KEY",
		"about":"story-orange-cables","values":[{"name":"helpful","value":"no"},{"name":"comment","value":"KEY"}]}}`},
	{"create ticket", write, "", "", "CreateTicket", `{"locale":"en","input":{"idempotencyKey":"KEY","subject":"KEY",
		"location":"loc-nordkabel-winterthur","type":"MALFUNCTION","concern":"CRIMPING","description":"Noise."}}`},
	{"comment", write, "", "", "AddTicketComment", `{"input":{"idempotencyKey":"KEY","ticket":"TICKET","comment":"KEY"}}`},
	{"profile", write, "", "", "UpdateProfile",
		`{"input":{"firstName":"Carla","lastName":"Customer","company":"KEY","language":"en"}}`},
}

func targetNamed(name string) *target {
	return targets[slices.IndexFunc(targets, func(t *target) bool { return t.name == name })]
}

func warm(t *target) string  { return t.warm }
func fresh(t *target) string { return t.fresh }

// otherQuery returns a URL that differs from a cached one only by a parameter that every screen reads.
func otherQuery(t *target) string {
	if strings.Contains(t.warm, "?") {
		return t.warm + "&gate=campaign"
	}
	return t.warm + "?gate=campaign"
}

// webhookSecret signs the webhooks of all systems.
const webhookSecret = "the-secret-of-the-webhooks-in-this-campaign"

// testServer is a server under test with its upstream systems behind fault proxies.
type testServer struct {
	*exec.Cmd
	// log is the output of the server, ended is closed when it has ended.
	log         string
	ended       chan struct{}
	addr, admin string

	client  *http.Client
	systems map[string]*system
	// settings configure the server to use the systems, samplesDir has the databases of the sample systems and
	// the logs of the servers.
	settings   []string
	samplesDir string
	key        *rsa.PrivateKey
	ticket     string
	// hasSearch reports that the server uses the search engine in place of its own index.
	hasSearch bool
	// references are the answers of a server without faults.
	references map[string]*response
}

// newTestServer starts the systems and their proxies; the server is started by start.
func newTestServer(t testing.TB) *testServer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	must(t, err)
	s := &testServer{
		key: key, samplesDir: t.TempDir(), references: map[string]*response{},
		client: &http.Client{
			Timeout:       30 * time.Second,
			Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	// The sample provider cannot be behind a proxy, since its tokens contain its own URL.
	provider := &oidctest.Server{
		PublicKeys: []oidctest.PublicKey{{PublicKey: key.Public(), KeyID: "k", Algorithm: oidc.RS256}},
	}
	s.systems = map[string]*system{
		"identity": serveSystem(t, "identity", provider),
		"search":   serveSystem(t, "search", upstreamtest.NewSearchEngine(func(string, ...any) {})),
	}
	provider.SetIssuer(s.systems["identity"].url())
	s.settings = []string{
		"STRAND_IDENTITY_ISSUER=" + s.systems["identity"].url(), "STRAND_IDENTITY_CLIENT_ID=portal",
		"STRAND_CLIENT_DIR=client/dist", "STRAND_CMS_WEBHOOK_SECRET=" + webhookSecret,
		"STRAND_PIM_WEBHOOK_SECRET=" + webhookSecret, "STRAND_SIS_WEBHOOK_SECRET=" + webhookSecret,
		// All requests of the campaign come from one IP address.
		"STRAND_CALLER_REQUESTS=0", "STRAND_SEARCH_LIMIT=0", "STRAND_TRUSTED_PROXIES=127.0.0.0/8",
		// It is longer than the default, so that a lack of CPU time does not look like a fault.
		"STRAND_RENDER_TIMEOUT=20s", "STRAND_DRAIN_DELAY=0s", "STRAND_LOG_LEVEL=info",
	}
	configuration, own, err := demo.Load("", append([]string{
		"STRAND_DATA_DIR=" + s.samplesDir, "STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
	}, s.settings...))
	must(t, err)
	samples, err := demo.Start(configuration, own, slog.New(slog.DiscardHandler))
	must(t, err)
	t.Cleanup(func() { _ = samples.Close(context.Background()) })
	for _, setting := range samples.Settings() {
		name := map[string]string{"STRAND_CMS_URL": "cms", "STRAND_PIM_URL": "pim", "STRAND_SIS_URL": "sis",
			"STRAND_SIS_PORTAL_URL": "sis-portal"}[setting.Variable]
		if name != "" {
			s.systems[name] = startSystem(t, name, setting.Value)
			setting.Value = strings.Replace(setting.Value, s.systems[name].Origin, s.systems[name].url(), 1)
		}
		s.settings = append(s.settings, setting.Variable+"="+setting.Value)
	}
	for _, name := range []string{"cms", "pim"} { // pictures of the PIM are files of the CMS
		s.systems[name].Rewrite(s.systems["cms"].Origin, s.systems["cms"].url())
	}
	t.Cleanup(s.kill)
	return s
}

// start starts the server with a data folder, and waits until it serves.
func (s *testServer) start(t testing.TB, dataDir string, more ...string) {
	t.Helper()
	file, err := os.CreateTemp(s.samplesDir, "*.log")
	must(t, err)
	defer file.Close()
	s.log, s.ended, s.Cmd = file.Name(), make(chan struct{}), exec.Command(strandBinary)
	s.Stdout, s.Stderr = file, file
	s.addr, s.admin = servertest.FreeAddr(t), servertest.FreeAddr(t)
	isSetting := func(one string) bool { return strings.HasPrefix(one, "STRAND_") }
	s.Env = slices.Concat(slices.DeleteFunc(os.Environ(), isSetting), s.settings, []string{
		"STRAND_ADDR=" + s.addr, "STRAND_ADMIN_ADDR=" + s.admin, "STRAND_DATA_DIR=" + dataDir,
	}, more)
	if s.hasSearch {
		s.Env = append(s.Env, "STRAND_SEARCH_URL="+s.systems["search"].url())
	}
	// A process group can be killed as a whole; the kernel kills the server when this process ends.
	s.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	must(t, s.Start())
	go func() {
		_ = s.Wait()
		close(s.ended)
	}()
	if !await(time.Minute, 50*time.Millisecond, func() bool {
		ready := s.readiness()
		return !s.isAlive() || ready.Status != "" && ready.Status != "starting"
	}) || !s.isAlive() {
		t.Fatalf("the server has not started:\n%s", s.tail())
	}
}

func (s *testServer) isAlive() bool {
	select {
	case <-s.ended:
		return false
	default:
		return s.Cmd != nil
	}
}

// kill kills the server and its renderer.
func (s *testServer) kill() {
	if s.Cmd != nil {
		_ = syscall.Kill(-s.Process.Pid, syscall.SIGKILL)
		<-s.ended
	}
}

// tail returns the end of the log.
func (s *testServer) tail() string {
	text, _ := os.ReadFile(s.log)
	return string(text[max(0, len(text)-3000):])
}

// readiness is the body of /readyz.
type readiness struct {
	Status    string
	Upstreams map[string]string
}

func (s *testServer) readiness() (answer readiness) {
	_ = json.Unmarshal(s.get("/readyz").body, &answer) // empty if it is no JSON
	return answer
}

// get requests a path as a client without scripts.
func (s *testServer) get(path string) *response {
	return s.do(http.MethodGet, "http://"+s.addr+path, "", "", "")
}

// do sends a request, with a header if it has a value.
func (s *testServer) do(method, url, body, header, value string) *response {
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return &response{err: err}
	}
	r.Header.Set("Content-Type", "application/json")
	if value != "" {
		r.Header.Set(header, value)
	}
	n := mathrand.Uint32() // limits count per IP address
	r.Header.Set("X-Forwarded-For", net.IPv4(10, byte(n>>16), byte(n>>8), byte(n)).String())
	answer, err := s.client.Do(r)
	if err != nil {
		return &response{err: err}
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	return &response{s.addr, answer.StatusCode, answer.Header, read, err}
}

// ask requests a target at a path.
func (s *testServer) ask(t *target, path, key string) *response {
	if t.operation == "" {
		return s.get(path)
	}
	values := strings.NewReplacer("KEY", key, "TICKET", s.ticket, "URL", "http://"+s.addr+path)
	body, _ := json.Marshal(map[string]any{
		"query": operations[t.operation], "operationName": t.operation,
		"variables": json.RawMessage(values.Replace(t.variables)),
	})
	token := ""
	if t.operation != "SubmitForm" {
		token = "Bearer " + s.token()
	}
	return s.do(http.MethodPost, "http://"+s.addr+"/graphql", string(body), "Authorization", token)
}

// newKey returns the idempotency key of a write.
func newKey() string { return "campaign-" + rand.Text() }

// token returns an ID token of the sample customer. Each is new, so that the server has to verify it.
func (s *testServer) token() string {
	now := time.Now().Unix()
	return oidctest.SignIDToken(s.key, "k", oidc.RS256, fmt.Sprintf(`{"iss":%q,"aud":"portal","sub":"user-customer",
		"sid":%q,"iat":%d,"exp":%d,"given_name":"Carla","family_name":"Customer","email":"customer@example.com",
		"roles":["kmx_int_serviceticketing_active"]}`, s.systems["identity"].url(), rand.Text(), now, now+3600))
}

// createTicket creates the ticket that the targets read and comment on.
func (s *testServer) createTicket(t testing.TB) {
	t.Helper()
	got := s.ask(targetNamed("create ticket"), "", newKey())
	var answer struct {
		Data struct {
			CreateTicket struct{ Ticket struct{ ID string } }
		}
	}
	_ = json.Unmarshal(got.body, &answer) // empty if it is no JSON
	if s.ticket = answer.Data.CreateTicket.Ticket.ID; s.ticket == "" {
		t.Fatalf("no ticket is created: %v\n%s", got.err, got.body)
	}
}

// purge reports changes of everything, as the systems do.
func (s *testServer) purge(t testing.TB) {
	t.Helper()
	for _, change := range [][3]string{
		{"cms", "Page", "about"}, {"cms", "HeaderNavigation", "main"}, {"cms", "Story", "orange-cables"},
		{"cms", "MediaRelease", "any"}, {"cms", "SystemRedirect", "any"}, {"cms", "Site", "main"},
		{"cms", "Asset", "any"}, {"pim", "Product", "h-20"},
	} {
		body := fmt.Sprintf(`{"operation":"publish","data":{"__typename":%q,"id":%q}}`, change[1], change[2])
		signature, err := webhooks.Sign(webhookSecret, []byte(body), time.Now())
		must(t, err)
		got := s.do(http.MethodPost, "http://"+s.addr+"/api/webhooks/"+change[0], body, "gcms-signature", signature)
		if s.isAlive() && got.status != http.StatusNoContent {
			t.Fatalf("webhook of %s: status %d, %v", change[0], got.status, got.err)
		}
	}
}

// expire advances the clock of the server's cache until its entries are not fresh any more.
func (s *testServer) expire(t testing.TB) {
	t.Helper()
	must(t, s.Process.Signal(syscall.SIGUSR1))
	if !await(10*time.Second, 20*time.Millisecond, func() bool {
		text, _ := os.ReadFile(s.log)
		return bytes.Contains(text, []byte("cache_clock_set_ahead"))
	}) {
		t.Fatal("the clock of the cache has not advanced")
	}
}
