package fleet

import (
	"bytes"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"strand/edge/webhooks"
	"strand/test/polltest"

	_ "modernc.org/sqlite" // to count writes in the databases of sis
)

// writes are the acknowledged writes by kind.
type writes struct {
	mu   sync.Mutex
	keys map[string][]string
}

func (w *writes) add(kind, key string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.keys == nil {
		w.keys = map[string][]string{}
	}
	w.keys[kind] = append(w.keys[kind], key)
}

// counted are the kinds of writes, each with the database of sis and the statement that counts one.
var counted = map[string][2]string{
	"grant":  {"directory/users.db", `SELECT count(*) FROM events WHERE key = ?`},
	"form":   {"sis/sis.db", `SELECT count(*) FROM requests WHERE instr(input, ?) > 0`},
	"upload": {"sis/sis.db", `SELECT count(*) FROM requests WHERE instr(input, ?) > 0`},
	"ticket": {"directory/users.db", `SELECT count(*) FROM tickets WHERE subject = ?`},
}

// check expects every acknowledged write in sis exactly once.
func (f *fleet) check(w *writes) {
	f.t.Helper()
	for kind, keys := range w.keys {
		db, err := sql.Open("sqlite", "file:"+filepath.Join(f.dir, counted[kind][0])+"?mode=ro")
		f.must(err)
		for _, key := range keys {
			n := 0
			polltest.Until(f.t, "sis has "+kind+" "+key, func() bool { // the outbox delivers forms later
				f.must(db.QueryRow(counted[kind][1], key).Scan(&n))
				return n > 0
			})
			if n != 1 {
				f.t.Errorf("%s %s is stored %d times", kind, key, n)
			}
		}
		f.must(db.Close())
		f.t.Logf("%s: %d acknowledged", kind, len(keys))
	}
}

// errRefused is an answer without an acknowledgement, after which a visitor tries again.
var errRefused = errors.New("not acknowledged")

// refused describes an answer without an acknowledgement.
func refused(what string, a answer) error {
	return errors.Join(errRefused, fmt.Errorf("%s: status %d", what, a.status), a.err)
}

// acknowledged returns the value of a field of an operation that was acknowledged.
func (a answer) acknowledged(field string) (json.RawMessage, error) {
	var got struct {
		Data map[string]json.RawMessage
	}
	if a.err != nil {
		return nil, a.err
	}
	if err := json.Unmarshal([]byte(a.body), &got); err != nil || len(got.Data[field]) < len("null")+1 {
		return nil, fmt.Errorf("%w: %d %.300s", errRefused, a.status, a.body)
	}
	var refused struct{ UserErrors []json.RawMessage }
	if err := json.Unmarshal(got.Data[field], &refused); err != nil || len(refused.UserErrors) > 0 {
		return nil, fmt.Errorf("%w: %.300s", errRefused, a.body)
	}
	return got.Data[field], nil
}

func newKey() string { return "fleet-" + rand.Text() }

// submitForm submits a form.
func (f *fleet) submitForm(origin, key string) error {
	_, err := f.graph(origin, "SubmitForm", fmt.Sprintf(`{"input":{"kind":"STORY_FEEDBACK","locale":"en",
		"idempotencyKey":%q,"about":"story-orange-cables","values":[{"name":"helpful","value":"no"},
		{"name":"comment","value":%[1]q}]}}`, key)).acknowledged("submitForm")
	return err
}

// createTicket creates a ticket as the sample customer.
func (f *fleet) createTicket(origin, key string) error {
	_, err := f.graph(origin, "CreateTicket", fmt.Sprintf(`{"locale":"en","input":{"idempotencyKey":%q,
		"subject":%[1]q,"location":"loc-nordkabel-winterthur","type":"MALFUNCTION","concern":"CRIMPING",
		"description":"Noise."}}`, key),
		f.signedIn("user-customer", "kmx_int_serviceticketing_active")).acknowledged("createTicket")
	return err
}

// grantAccess accepts the request of a user, as an administrator.
func (f *fleet) grantAccess(origin, key string) error {
	_, err := f.graph(origin, "ChangeUser", fmt.Sprintf(`{"input":{"idempotencyKey":%q,"user":"user-pending",
		"action":"ACCEPT_REQUEST","application":"TICKETING"}}`, key),
		f.signedIn("user-internal", "kmx_delegatedadmin_intern")).acknowledged("changeUser")
	return err
}

// translate orders the translation of a page into French, as the editor.
func (f *fleet) translate(origin, cookies string) error {
	_, err := f.graph(origin, "StartTranslations", `{"input":{"pages":["main-history"],"languages":["fr"]}}`,
		[2]string{"Cookie", cookies}, [2]string{"Sec-Fetch-Site", "same-origin"}).acknowledged("startTranslations")
	return err
}

// checkDraft expects the ordered translation in the CMS.
func (f *fleet) checkDraft() {
	f.t.Helper()
	draft := filepath.Join(f.dir, "content/cms/sites/main/pages/history/fr.draft.md")
	polltest.Until(f.t, "the CMS has the ordered translation", func() bool {
		text, err := os.ReadFile(draft)
		return err == nil && strings.Contains(string(text), "[fr]")
	})
}

// picture returns a picture of a size.
func picture(t *testing.T, size int) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 20, 20))); err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, size)
	_, _ = rand.Read(noise) // it never fails
	return b.String() + string(noise)
}

const tusVersion = "1.0.0"

// upload is a file on its way to the servers.
type upload struct {
	data, id string
}

// begin announces the file.
func (u *upload) begin(origin string) error {
	made := request{method: http.MethodPost, url: origin + "/api/uploads/", header: [][2]string{
		{"Tus-Resumable", tusVersion}, {"Upload-Length", strconv.Itoa(len(u.data))},
	}}.send()
	if made.status != http.StatusCreated {
		return refused("begin", made)
	}
	location := made.header.Get("Location")
	u.id = location[strings.LastIndexByte(location, '/')+1:]
	return nil
}

// resume sends the file, or its next part, from where the servers have it. It reports whether they have all of it.
func (u *upload) resume(origin string, part int) (isComplete bool, err error) {
	path := origin + "/api/uploads/" + u.id
	there := request{method: http.MethodHead, url: path, header: [][2]string{{"Tus-Resumable", tusVersion}}}.send()
	offset, err := strconv.Atoi(there.header.Get("Upload-Offset"))
	if there.status != http.StatusOK || err != nil {
		return false, refused("offset", there)
	}
	if offset == len(u.data) {
		return true, nil
	}
	end := min(offset+part, len(u.data))
	sent := request{method: http.MethodPatch, url: path, body: u.data[offset:end],
		contentType: "application/offset+octet-stream", header: [][2]string{
			{"Tus-Resumable", tusVersion}, {"Upload-Offset", strconv.Itoa(offset)},
		}}.send()
	if sent.status != http.StatusNoContent {
		return false, refused("part", sent)
	}
	return end == len(u.data), nil
}

// submit submits the form with the file.
func (f *fleet) submitUpload(origin, key string, u *upload) error {
	values := []map[string]string{{"name": "attachments", "value": u.id}}
	for name, value := range map[string]string{
		"firstName": "Ada", "lastName": "Muster", "email": "ada@example.com", "company": "ACME", "address": "Weg 1",
		"zipCode": "6000", "city": "Luzern", "state": "LU", "country": "CH", "machineName": "Alpha 530",
		"serialNumber": "A-1", "requestedService": "repair", "subject": "Hum", "description": key,
	} {
		values = append(values, map[string]string{"name": name, "value": value})
	}
	variables, err := json.Marshal(map[string]any{"input": map[string]any{
		"kind": "SERVICE_REQUEST", "locale": "en", "idempotencyKey": key, "values": values,
	}})
	f.must(err)
	_, err = f.graph(origin, "SubmitForm", string(variables)).acknowledged("submitForm")
	return err
}

// checkFile expects an uploaded file in sis, unchanged.
func (f *fleet) checkFile(u *upload) {
	f.t.Helper()
	polltest.Until(f.t, "sis has the file "+u.id+" as it was sent", func() bool {
		data, err := os.ReadFile(filepath.Join(f.dir, "sis", "files", u.id))
		return err == nil && string(data) == u.data
	})
}

const (
	editorPath = "/api/editor-area-autentication"
	gatePath   = "/api/gate"
	gatedPage  = "/en/events/internal-2025"
)

// logIn logs the editor in and opens the gate of a page. It returns the cookies.
func (f *fleet) logIn(origin string) string {
	f.t.Helper()
	editor := signIn(origin, editorPath, url.Values{"input": {editorPass}, "url": {"/en/editor"}})
	gate := signIn(origin, gatePath,
		url.Values{"page": {"main-internal-2025"}, "password": {"preview"}, "url": {gatedPage}})
	if editor == "" || gate == "" {
		f.t.Fatalf("the cookies are %q and %q", editor, gate)
	}
	return editor + "; " + gate
}

// checkCookies expects the cookies to be valid.
func (f *fleet) checkCookies(origin, cookies string) (answers [2]answer) {
	f.t.Helper()
	header := [][2]string{{"Cookie", cookies}}
	answers[0] = request{http.MethodPost, origin + editorPath, "application/json", `{}`, header}.send()
	answers[1] = request{method: http.MethodGet, url: origin + gatedPage, header: header}.send()
	if answers[0].status == http.StatusUnauthorized {
		f.t.Error("the editor is logged out")
	}
	if answers[1].status == http.StatusOK && strings.Contains(answers[1].body, `name="password"`) {
		f.t.Error("the gate is closed")
	}
	return answers
}

// signIn sends a password, and returns the cookies that open what it protects.
func signIn(origin, path string, form url.Values) string {
	got := request{method: http.MethodPost, url: origin + path, body: form.Encode(),
		contentType: "application/x-www-form-urlencoded", header: [][2]string{{"Origin", origin}}}.send()
	var cookies []string
	for _, c := range (&http.Response{Header: got.header}).Cookies() {
		cookies = append(cookies, c.Name+"="+c.Value)
	}
	return strings.Join(cookies, "; ")
}

// purge tells the servers by a webhook of the CMS that a page has changed.
func (f *fleet) purge(origin string) answer {
	const body = `{"operation":"publish","data":{"__typename":"Page","id":"main-about"}}`
	signature, err := webhooks.Sign(webhookSecret, []byte(body), time.Now())
	f.must(err)
	return request{http.MethodPost, origin + "/api/webhooks/cms", "application/json", body,
		[][2]string{{"gcms-signature", signature}}}.send()
}
