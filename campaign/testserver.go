package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"strand/edge/webhooks"
)

// The systems under fault, in the order of the report.
var systemNames = []string{"cms", "pim", "sis", "sis-portal", "identity", "search"}

// webhookSecret signs the webhooks of all systems.
const webhookSecret = "campaign-webhook-secret"

// testServer is a server under test with its upstream systems behind fault proxies.
type testServer struct {
	binary, clientDir, dir string
	systems                *systems
	proxies                map[string]*proxy
	issuer                 *issuer
	operations             operations
	// portalToken is the sample provider's ID token of the sample customer.
	portalToken atomic.Pointer[string]
	signedIn    time.Time
	client      *http.Client

	process   *process
	address   string
	admin     string
	hasSearch bool
	// renderTimeout is longer than the default, so that a lack of CPU time does not look like a fault.
	renderTimeout string
	ticket        string
	starts        int
	started       time.Time
	references    map[string]*reference
}

// newTestServer starts the systems and their proxies; the server is started by start.
func newTestServer(ctx context.Context, c *campaign, name string) (r *testServer, err error) {
	r = &testServer{
		binary:        c.binary,
		clientDir:     c.clientDir,
		dir:           filepath.Join(c.work, name),
		proxies:       map[string]*proxy{},
		operations:    c.operations,
		references:    map[string]*reference{},
		renderTimeout: "20s",
		client: &http.Client{
			Timeout:       30 * time.Second,
			Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	defer func() {
		if err != nil {
			r.close()
		}
	}()
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return nil, err
	}
	if r.systems, err = startSystems(ctx, c.samples, filepath.Join(r.dir, "systems")); err != nil {
		return nil, err
	}
	if r.issuer, err = newIssuer(); err != nil {
		return nil, err
	}
	replaced := &origins{}
	for system, of := range map[string]struct {
		target  string
		handler http.Handler
	}{
		"cms":        {target: r.systems.settings["STRAND_CMS_URL"]},
		"pim":        {target: r.systems.settings["STRAND_PIM_URL"]},
		"sis":        {target: r.systems.settings["STRAND_SIS_URL"]},
		"sis-portal": {target: r.systems.settings["STRAND_SIS_PORTAL_URL"]},
		"identity":   {handler: r.issuer},
		"search":     {handler: &searchEngine{indexes: map[string]map[string]map[string]any{}}},
	} {
		p, err := startProxy(of.target, of.handler, replaced)
		if err != nil {
			return nil, err
		}
		r.proxies[system] = p
	}
	r.issuer.url = r.proxies["identity"].url()
	// Pictures of the PIM are files of the CMS.
	replaced.add(r.proxies["cms"].target, r.proxies["cms"].url())
	r.proxies["sis-portal"].rewrite = func(out *http.Request) {
		if token := r.portalToken.Load(); token != nil &&
			strings.HasPrefix(out.Header.Get("Authorization"), "Bearer ") {
			out.Header.Set("Authorization", "Bearer "+*token)
		}
	}
	if err := r.signIn(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// signIn renews the customer's token at the sample provider.
func (r *testServer) signIn(ctx context.Context) error {
	if time.Since(r.signedIn) < 4*time.Minute {
		return nil
	}
	token, err := signIn(ctx, r.systems.settings["STRAND_IDENTITY_ISSUER"], r.systems.application)
	if err != nil {
		return err
	}
	r.portalToken.Store(&token)
	r.signedIn = time.Now()
	return nil
}

func (r *testServer) close() {
	if r.process != nil {
		r.process.kill()
	}
	for _, p := range r.proxies {
		p.close()
	}
	if r.systems != nil {
		r.systems.stop()
	}
}

func (r *testServer) url() string { return "http://" + r.address }

// start starts the server with a data folder, and waits until it serves.
func (r *testServer) start(ctx context.Context, dataDir string, more ...string) error {
	var err error
	if r.address, err = freeAddress(); err != nil {
		return err
	}
	if r.admin, err = freeAddress(); err != nil {
		return err
	}
	r.starts++
	r.started = time.Now()
	portal := r.systems.settings["STRAND_SIS_PORTAL_URL"]
	public := r.systems.settings["STRAND_SIS_URL"]
	settings := append([]string{
		"STRAND_ADDR=" + r.address, "STRAND_ADMIN_ADDR=" + r.admin, "STRAND_DATA_DIR=" + dataDir,
		"STRAND_CLIENT_DIR=" + r.clientDir,
		"STRAND_CMS_URL=" + r.proxies["cms"].url(), "STRAND_CMS_TOKEN=" + r.systems.settings["STRAND_CMS_TOKEN"],
		"STRAND_PIM_URL=" + r.proxies["pim"].url(),
		"STRAND_TRANSLATION_URL=" + r.systems.settings["STRAND_TRANSLATION_URL"],
		"STRAND_SIS_URL=" + r.proxies["sis"].url() + public[strings.LastIndex(public, "/"):],
		"STRAND_SIS_PORTAL_URL=" + r.proxies["sis-portal"].url() + portal[strings.LastIndex(portal, "/"):],
		"STRAND_IDENTITY_ISSUER=" + r.issuer.url, "STRAND_IDENTITY_CLIENT_ID=" + clientID,
		"STRAND_CMS_WEBHOOK_SECRET=" + webhookSecret, "STRAND_PIM_WEBHOOK_SECRET=" + webhookSecret,
		"STRAND_SIS_WEBHOOK_SECRET=" + webhookSecret,
		// All requests of the campaign come from one address.
		"STRAND_CALLER_REQUESTS=0", "STRAND_SEARCH_LIMIT=0",
		"STRAND_TRUSTED_PROXIES=127.0.0.0/8", "STRAND_RENDER_TIMEOUT=" + r.renderTimeout, "STRAND_DRAIN_DELAY=0s",
		"STRAND_LOG_LEVEL=info",
	}, more...)
	if r.hasSearch {
		settings = append(settings, "STRAND_SEARCH_URL="+r.proxies["search"].url())
	}
	r.process, err = startProcess(filepath.Join(r.dir, fmt.Sprintf("server-%d.log", r.starts)), settings, r.binary)
	if err != nil {
		return err
	}
	err = await(ctx, time.Minute, 50*time.Millisecond, func() bool {
		answer, _ := r.readiness(ctx)
		return !r.process.isAlive() || answer.Status != "" && answer.Status != "starting"
	})
	if err == nil && !r.process.isAlive() {
		err = errors.New("it has ended")
	}
	if err != nil {
		return fmt.Errorf("start the server: %w\n%s", err, r.process.tail(2000))
	}
	return nil
}

// readiness is the body of /readyz.
type readiness struct {
	Status    string            `json:"status"`
	Upstreams map[string]string `json:"upstreams"`
	Reasons   map[string]string `json:"reasons"`
	Stores    map[string]string `json:"stores"`
	Renderers int               `json:"renderers"`
}

func (r *testServer) readiness(ctx context.Context) (answer readiness, status int) {
	got := r.get(ctx, "/readyz")
	if got.err == nil {
		_ = json.Unmarshal(got.body, &answer) // empty if it is no JSON
	}
	return answer, got.status
}

// get requests a path as a client without scripts.
func (r *testServer) get(ctx context.Context, path string) *response {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url()+path, nil)
	if err != nil {
		return &response{err: err}
	}
	return r.do(request)
}

func (r *testServer) do(request *http.Request) *response {
	// Limits count per address.
	request.Header.Set(
		"X-Forwarded-For",
		fmt.Sprintf("10.%d.%d.%d", mathrand.IntN(256), mathrand.IntN(256), mathrand.IntN(256)),
	)
	answer, err := r.client.Do(request)
	if err != nil {
		return &response{err: err}
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		err = fmt.Errorf("cut after %d bytes: %w", len(body), err)
	}
	return &response{status: answer.StatusCode, header: answer.Header, body: body, err: err}
}

// graph sends an operation.
func (r *testServer) graph(ctx context.Context, name, token string, variables map[string]any) *response {
	body, err := json.Marshal(
		map[string]any{"query": r.operations[name], "operationName": name, "variables": variables},
	)
	if err != nil {
		return &response{err: err}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url()+"/graphql", bytes.NewReader(body))
	if err != nil {
		return &response{err: err}
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return r.do(request)
}

// ask requests a target at a path. The key makes a write findable in sis.
func (r *testServer) ask(ctx context.Context, t *target, path, key string) *response {
	if t.operation == "" {
		return r.get(ctx, path)
	}
	token := ""
	if t.isSigned() {
		var err error
		if token, err = r.issuer.token(); err != nil {
			return &response{err: err}
		}
	}
	return r.graph(ctx, t.operation, token, t.variables(r.url(), path, r.ticket, key))
}

// newKey returns the idempotency key of a write.
func newKey() string { return "campaign-" + rand.Text() }

// webhook reports a change as a system does.
func (r *testServer) webhook(ctx context.Context, system, model, id string) error {
	body := fmt.Appendf(nil, `{"operation":"publish","data":{"__typename":%q,"id":%q}}`, model, id)
	signature, err := webhooks.Sign(webhookSecret, body, time.Now())
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(
		ctx,
		http.MethodPost,
		r.url()+"/api/webhooks/"+system,
		bytes.NewReader(body),
	)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("gcms-signature", signature)
	if got := r.do(request); got.err != nil || got.status != http.StatusNoContent {
		return fmt.Errorf("webhook of %s: status %d, %w", system, got.status, got.err)
	}
	return nil
}

// setAhead advances the clock of the server's cache until its entries are not fresh any more.
func (r *testServer) setAhead() { _ = r.process.command.Process.Signal(syscall.SIGUSR1) }

// createTicket creates the ticket that the targets read and comment on.
func (r *testServer) createTicket(ctx context.Context) error {
	token, err := r.issuer.token()
	if err != nil {
		return err
	}
	got := r.graph(ctx, "CreateTicket", token, (&target{operation: "CreateTicket"}).variables("", "", "", newKey()))
	var result struct {
		Data struct {
			CreateTicket struct{ Ticket struct{ ID string } }
		}
	}
	if got.err != nil || json.Unmarshal(got.body, &result) != nil || result.Data.CreateTicket.Ticket.ID == "" {
		return fmt.Errorf("create the ticket that is read and commented: %w\n%s", got.err, got.body)
	}
	r.ticket = result.Data.CreateTicket.Ticket.ID
	return nil
}
