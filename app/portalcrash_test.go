package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"golang.org/x/oauth2"

	"strand/demo/identity/identitytest"
	"strand/demo/sisportal"
	"strand/test/servertest"
)

// killPoint is a point of a request to sis at which Strand is killed.
type killPoint struct {
	// method is the method of the request: PUT for a file, POST for others.
	method string
	// stage is before sis gets the request, while sis handles it, or after sis has responded and before Strand gets
	// the response.
	stage string
	kill  func() error
}

// killedServer is a Strand that is killed repeatedly. Its data and the URLs in its tokens survive.
type killedServer struct {
	*process
	settings []string
	// sis is the URL of its sample sis, which it calls through the test's proxy.
	sis string
	// identityOrigin is the origin of its sample provider.
	identityOrigin string
	killAt         atomic.Pointer[killPoint]
	// tokens contains the users' ID tokens by email.
	tokens map[string]string
	// tickets contains the acknowledged state of each ticket by id.
	tickets map[string]string
	// before is the number of tickets at the start.
	before int
}

func startKilledServer(t *testing.T) *killedServer {
	t.Helper()
	data := t.TempDir()
	identityAddr := "localhost:" + servertest.FreePort(t)
	d := &killedServer{
		sis: servertest.FreeAddr(t), identityOrigin: "http://" + identityAddr, tokens: map[string]string{},
		tickets: map[string]string{},
	}
	proxy := httptest.NewServer(http.HandlerFunc(d.forward))
	t.Cleanup(proxy.Close)
	d.settings = []string{"STRAND_DATA_DIR=" + filepath.Join(data, "strand"), "STRAND_CONTENT_DIR=../demo/content",
		"STRAND_CLIENT_DIR=" + data, "STRAND_RENDERERS=0",
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_IDENTITY_ADDR=" + identityAddr,
		"STRAND_EMBEDDED_SIS_ADDR=" + d.sis, "STRAND_SIS_PORTAL_URL=" + proxy.URL + sisportal.Path}
	d.start(t)
	for _, email := range []string{customerEmail, otherEmail, newUserEmail} {
		d.tokens[email] = identitytest.IDToken(d.browser(t).SignIn(email))
	}
	d.before = d.count(t)
	return d
}

const (
	customerEmail = "customer@example.com"
	otherEmail    = "other@example.com"
	newUserEmail  = "new@example.com"
)

func (d *killedServer) start(t *testing.T) {
	t.Helper()
	d.process = startProcess(t, d.settings...)
}

// forward sends a request to sis and returns the response. At the kill point it kills Strand.
func (d *killedServer) forward(w http.ResponseWriter, r *http.Request) {
	m := d.killAt.Load()
	if m == nil || m.method != r.Method {
		m = &killPoint{}
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	die := func() {
		_ = m.kill()
		<-r.Context().Done() // the process is dead when its connection is closed
		panic(http.ErrAbortHandler)
	}
	if m.stage == "before" {
		die()
	}
	ctx := r.Context()
	if m.stage == "while" {
		ctx = httptrace.WithClientTrace(
			ctx,
			&httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { _ = m.kill() }},
		)
	}
	out, err := http.NewRequestWithContext(ctx, r.Method, "http://"+d.sis+r.URL.Path, bytes.NewReader(body))
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	out.Header = r.Header
	answer, err := http.DefaultTransport.RoundTrip(out)
	if m.stage != "" {
		die()
	}
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer answer.Body.Close()
	w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
	w.WriteHeader(answer.StatusCode)
	_, _ = io.Copy(w, answer.Body)
}

// mustQuery sends an operation in the name of a user; it ends the test if the response has errors.
func (d *killedServer) mustQuery(t *testing.T, email, query string) string {
	t.Helper()
	_, got := d.as(t, d.tokens[email], query)
	data, codes := answer[map[string]struct{ UserErrors []any }](t, got)
	if len(codes) > 0 {
		t.Fatalf("%s: %s", query, got)
	}
	for _, payload := range data {
		if len(payload.UserErrors) > 0 {
			t.Fatalf("%s: %s", query, got)
		}
	}
	return got
}

func (d *killedServer) count(t *testing.T) int {
	t.Helper()
	data, _ := answer[struct{ Tickets struct{ TotalCount int } }](
		t,
		d.mustQuery(t, customerEmail, `{ tickets { totalCount } }`),
	)
	return data.Tickets.TotalCount
}

const stateOfTicket = `{ id number subject status closeReason updatedAt contact { fullName } comments { text attachments { id size } } attachments { id size } }`

// ticket reads or changes a ticket, and returns its id and state.
func (d *killedServer) ticket(t *testing.T, query string) (id, state string) {
	t.Helper()
	got := d.mustQuery(t, customerEmail, query)
	var answer struct {
		Data struct {
			Ticket json.RawMessage
			// Changed is the alias of every ticket mutation.
			Changed struct{ Ticket json.RawMessage }
		}
	}
	if err := json.Unmarshal([]byte(got), &answer); err != nil {
		t.Fatal(err)
	}
	ticketData := append(answer.Data.Ticket, answer.Data.Changed.Ticket...)
	var named struct{ ID string }
	if err := json.Unmarshal(ticketData, &named); err != nil || named.ID == "" {
		t.Fatalf("%s: %s", query, got)
	}
	return named.ID, string(ticketData)
}

// change changes a ticket and stores the acknowledged state.
func (d *killedServer) change(t *testing.T, mutation string) (id string) {
	t.Helper()
	id, state := d.ticket(t, mutation)
	d.tickets[id] = state
	return id
}

// expectKept checks that exactly the acknowledged tickets exist, and that one has its acknowledged state.
func (d *killedServer) expectKept(t *testing.T, id string) {
	t.Helper()
	if _, state := d.ticket(t, fmt.Sprintf(`{ ticket(id: %q) %s }`, id, stateOfTicket)); state != d.tickets[id] {
		t.Errorf("acknowledged %s, kept %s", d.tickets[id], state)
	}
	if n := d.count(t) - d.before; n != len(d.tickets) {
		t.Errorf("%d tickets are kept, %d were acknowledged", n, len(d.tickets))
	}
}

// sendAgain repeats an acknowledged mutation, which must change nothing.
func (d *killedServer) sendAgain(t *testing.T, id, mutation string) {
	t.Helper()
	if again, state := d.ticket(t, mutation); again != id || state != d.tickets[id] {
		t.Errorf("acknowledged %s, sent again %s", d.tickets[id], state)
	}
	d.expectKept(t, id)
}

// expectFile checks that sis returns a file as it was uploaded.
func (d *killedServer) expectFile(t *testing.T, id string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, "http://"+d.sis+sisportal.Path+"/files/"+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+d.tokens[customerEmail])
	if answer, body := d.do(t, r); answer.StatusCode != http.StatusOK || body != string(smallPicture) {
		t.Errorf("the file %s: %d %q", id, answer.StatusCode, body)
	}
}

// expectMails waits for the mails about a ticket to the service team, and checks that none was sent twice: one about
// its creation and one about each comment.
func (d *killedServer) expectMails(t *testing.T, id string) {
	t.Helper()
	var state struct {
		Number   string
		Comments []struct{}
	}
	if err := json.Unmarshal([]byte(d.tickets[id]), &state); err != nil {
		t.Fatal(err)
	}
	b, want := d.browser(t), 1+len(state.Comments)
	for {
		sent := strings.Count(b.Open(d.identityOrigin+"/am/XUI/mail").Body, "<h2>["+state.Number+"]")
		if sent > want {
			t.Errorf("%d mails about %s, want %d", sent, state.Number, want)
		}
		if sent >= want {
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatalf("%d mails about %s, want %d", sent, state.Number, want)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func creation(key string, files ...string) string {
	ids, _ := json.Marshal(append([]string{}, files...))
	return fmt.Sprintf(
		`mutation { changed: createTicket(input: {idempotencyKey: %q, location: %q, type: MALFUNCTION, concern: CRIMPING, subject: %q, description: "It hums.", attachments: %s}) { ticket %s userErrors { code } } }`,
		key,
		locationOfCustomer,
		"Hum "+key,
		ids,
		stateOfTicket,
	)
}

func comment(ticket, key string, files ...string) string {
	ids, _ := json.Marshal(append([]string{}, files...))
	return fmt.Sprintf(
		`mutation { changed: addTicketComment(input: {idempotencyKey: %q, ticket: %q, comment: "Louder.", attachments: %s}) { ticket %s userErrors { code } } }`,
		key,
		ticket,
		ids,
		stateOfTicket,
	)
}

func closing(ticket string) string {
	return fmt.Sprintf(
		`mutation { changed: closeTicket(input: {ticket: %q, reason: NO_LONGER_RELEVANT, comment: "It is quiet."}) { ticket %s userErrors { code } } }`,
		ticket,
		stateOfTicket,
	)
}

// signsIn returns the result of a login with a password: "signed in", "second step" or "refused".
func (d *killedServer) signsIn(
	t *testing.T,
	email, password string,
) (b *identitytest.Browser, page identitytest.Page, result string) {
	t.Helper()
	b = d.browser(t)
	page = b.Send(b.Authorize(oauth2.GenerateVerifier()), "email", email, "password", password)
	switch {
	case b.Redirect != nil:
		return b, page, "signed in"
	case strings.Contains(page.Body, "Second step"):
		return b, page, "second step"
	}
	return b, page, "refused"
}

// TestPortalCrash: every acknowledged write of the portal is kept exactly once when the server is killed after it, and
// any other one is done once when it is repeated.
//
// Rules: ERR-24, TICK-28, TICK-34.
func TestPortalCrash(t *testing.T) {
	t.Parallel()
	d := startKilledServer(t)
	var plain, file, withFile, secret string
	password := identitytest.Password
	// Each write returns a check that it is kept after the restart. The check allows for the next write.
	writes := []func(i int) (kept func()){
		func(i int) func() {
			mutation := creation(fmt.Sprintf("key-of-a-crash-%04d", i))
			plain = d.change(t, mutation)
			return func() { d.sendAgain(t, plain, mutation) }
		},
		func(int) func() {
			file = d.uploaded(t)
			return func() {} // it is checked with the next ticket
		},
		func(i int) func() {
			mutation := creation(fmt.Sprintf("key-of-a-crash-%04d", i), file)
			withFile = d.change(t, mutation)
			return func() { d.sendAgain(t, withFile, mutation); d.expectFile(t, file) }
		},
		func(i int) func() {
			mutation := comment(plain, fmt.Sprintf("key-of-a-crash-%04d", i))
			d.change(t, mutation)
			return func() { d.sendAgain(t, plain, mutation) }
		},
		func(int) func() {
			mutation := closing(withFile)
			d.change(t, mutation)
			return func() { d.sendAgain(t, withFile, mutation) }
		},
		func(int) func() {
			started := d.mustQuery(t, newUserEmail, `mutation { startSecondFactor { secret } }`)
			secret = textAt(t, started, "data.startSecondFactor.secret")
			return func() {} // it is confirmed by the next write
		},
		func(int) func() {
			code, err := totp.GenerateCode(secret, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			var answer struct {
				Data struct {
					ConfirmSecondFactor struct {
						RecoveryCodes   []string
						RecoveryCodesID string
					}
				}
			}
			got := d.mustQuery(
				t,
				newUserEmail,
				`mutation { confirmSecondFactor(input: {oneTimeCode: "`+code+
					`"}) { recoveryCodes recoveryCodesId userErrors { code } } }`,
			)
			if err := json.Unmarshal([]byte(got), &answer); err != nil ||
				len(answer.Data.ConfirmSecondFactor.RecoveryCodes) == 0 {
				t.Fatal(got)
			}
			d.mustQuery(t, newUserEmail, `mutation { saveRecoveryCodes(input: {recoveryCodesId: "`+
				answer.Data.ConfirmSecondFactor.RecoveryCodesID+`"}) { profile { email } } }`)
			return func() {
				b, page, result := d.signsIn(t, newUserEmail, identitytest.Password)
				if result != "second step" {
					t.Errorf("with a second factor, login with the password ends at: %s", result)
				}
				if b.Send(page, "code", answer.Data.ConfirmSecondFactor.RecoveryCodes[0]); b.Redirect == nil {
					t.Error("login with a recovery code fails")
				}
			}
		},
		func(i int) func() {
			d.mustQuery(
				t,
				customerEmail,
				fmt.Sprintf(
					`mutation { updateProfile(input: {firstName: "Carla", lastName: "Muster", language: "de", city: "City %d"}) { profile { city } userErrors { code } } }`,
					i,
				),
			)
			return func() {
				got := d.mustQuery(t, customerEmail, strings.Replace(accountQuery, "company", "city company", 1))
				checkAt(t, got, "data.resolve.portal.account.profile.city", fmt.Sprintf(`"City %d"`, i))
			}
		},
		func(int) func() {
			d.mustQuery(t, newUserEmail, `mutation { resetSecondFactor { needsLogin } }`)
			return func() {
				if r, got := d.as(t, d.tokens[newUserEmail], whoAmI); r.StatusCode != http.StatusUnauthorized {
					t.Errorf("an ended session is accepted: %s", got)
				}
				if _, _, result := d.signsIn(t, newUserEmail, identitytest.Password); result != "signed in" {
					t.Errorf("without a second factor, login with the password ends at: %s", result)
				}
				d.tokens[newUserEmail] = identitytest.IDToken(d.browser(t).SignIn(newUserEmail))
			}
		},
		func(i int) func() {
			old := password
			password = fmt.Sprintf("Correct-horse-%03d", i)
			d.mustQuery(
				t,
				otherEmail,
				fmt.Sprintf(
					`mutation { changePassword(input: {presentPassword: %q, nextPassword: %q}) { isChanged userErrors { code } } }`,
					old,
					password,
				),
			)
			return func() {
				if _, _, result := d.signsIn(t, otherEmail, old); result != "refused" {
					t.Errorf("login with the old password ends at: %s", result)
				}
				if _, _, result := d.signsIn(t, otherEmail, password); result != "signed in" {
					t.Errorf("login with the new password ends at: %s", result)
				}
			}
		},
	}
	sent := 0
	for kill := range *maxKills {
		var checks []func()
		for range writesPerKill(len(writes)) {
			checks = append(checks, writes[sent%len(writes)](sent))
			sent++
		}
		d.kill()
		d.start(t)
		for _, kept := range checks {
			kept()
		}
		if t.Failed() {
			t.Fatalf("after kill %d", kill+1)
		}
	}
	for id := range d.tickets {
		d.expectKept(t, id)
	}
	d.cutWrites(t)
}

// cutWrites: an unacknowledged write is done once when it is repeated, whenever the server was killed.
func (d *killedServer) cutWrites(t *testing.T) {
	t.Helper()
	points := []killPoint{
		{method: http.MethodPut, stage: "before"},
		{method: http.MethodPut, stage: "while"},
		{method: http.MethodPut, stage: "after"},
		{method: http.MethodPost, stage: "before"},
		{method: http.MethodPost, stage: "after"},
	}
	for range min(3, max(1, *maxKills/5)) { // how far sis gets differs
		points = append(points, killPoint{method: http.MethodPost, stage: "while"})
	}
	isCampaign := *maxKills >= 100
	var cut []string
	for i, m := range points {
		name := m.stage + " " + m.method
		key := fmt.Sprintf("key-%s-%016x", strings.ReplaceAll(name, " ", "-"), rand.Uint64())
		file := d.uploaded(t)
		mutation := creation(key, file)
		// Files are sent alike for a ticket and a comment, so that few kills take turns.
		isEach := m.method == http.MethodPost || isCampaign
		if isEach || i%2 == 0 {
			d.cutOff(t, m, mutation)
		}
		id := d.change(t, mutation)
		d.expectKept(t, id)
		d.expectFile(t, file)

		file = d.uploaded(t)
		mutation = comment(id, key, file)
		if isEach || i%2 == 1 {
			d.cutOff(t, m, mutation)
		}
		d.change(t, mutation)
		d.expectKept(t, id)
		d.expectFile(t, file)
		if n := strings.Count(d.tickets[id], "Louder."); n != 1 {
			t.Errorf("%s: there are %d comments", name, n)
		}

		if m.method == http.MethodPost {
			d.cutOff(t, m, closing(id))
			d.change(t, closing(id))
			d.expectKept(t, id)
			if n := strings.Count(d.tickets[id], "It is quiet."); n != 1 {
				t.Errorf("%s: the ticket is closed with %d comments", name, n)
			}
		}
		d.expectMails(t, id)
		cut = append(cut, id)
	}
	for _, id := range cut {
		d.expectMails(t, id)
	}
}

// cutOff sends a mutation during which the server is killed, and restarts the server.
func (d *killedServer) cutOff(t *testing.T, m killPoint, mutation string) {
	t.Helper()
	m.kill = d.command.Process.Kill
	d.killAt.Store(&m)
	body, err := json.Marshal(map[string]string{"query": mutation})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, d.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+d.tokens[customerEmail])
	if answer, err := d.client.Do(r); err == nil {
		_ = answer.Body.Close()
		t.Fatalf("%s %s: acknowledged with status %d", m.stage, m.method, answer.StatusCode)
	}
	d.killAt.Store(nil)
	d.kill()
	d.start(t)
}
