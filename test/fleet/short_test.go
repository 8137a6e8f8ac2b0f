package fleet

import (
	"net/http"
	"testing"
)

// TestTwoServers: what one of two servers has accepted survives its death, an upload is resumed at the other one, its
// signatures are valid there, and pages are served without Redis's data and after a purge.
func TestTwoServers(t *testing.T) {
	f := newFleet(t)
	first, second := f.start("", builtClient), f.start("", builtClient)
	here, there := "http://"+first.addr, "http://"+second.addr
	written := &writes{}

	cookies := f.logIn(here)
	sent := &upload{data: picture(t, 6<<20)}
	f.must(sent.begin(here))
	if _, err := sent.resume(here, 4<<20); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		key := newKey()
		f.must(f.submitForm(here, key))
		written.add("form", key)
		key = newKey()
		f.must(f.createTicket(here, key))
		written.add("ticket", key)
	}
	granted := newKey()
	f.must(f.grantAccess(here, granted))
	f.must(f.translate(here, cookies))
	last := newKey()
	f.must(f.submitForm(here, last))
	written.add("form", last)
	first.kill()

	f.must(f.submitForm(there, last)) // a visitor repeats what may not have been accepted
	f.must(f.grantAccess(there, granted))
	written.add("grant", granted)
	for isComplete := false; !isComplete; {
		var err error
		if isComplete, err = sent.resume(there, 1<<20); err != nil {
			t.Fatal(err)
		}
	}
	key := newKey()
	f.must(f.submitUpload(there, key, sent))
	written.add("upload", key)
	for i, got := range f.checkCookies(there, cookies) {
		if got.status != http.StatusOK {
			t.Errorf("cookie %d at the other server: %d %v", i, got.status, got.err)
		}
	}
	f.redis.Flush()
	if purged := f.purge(there); purged.status != http.StatusNoContent {
		t.Errorf("webhook: %d %v", purged.status, purged.err)
	}
	for _, path := range []string{"/en", "/en/about", "/en/search?q=crimp", "/en/mykomax"} {
		if page := (request{method: http.MethodGet, url: there + path}).send(); page.status >= http.StatusBadRequest {
			t.Errorf("%s: %d", path, page.status)
		}
	}
	f.stop(second)
	f.start("", builtClient) // delivers what is left
	f.check(written)
	f.checkFile(sent)
	f.checkDraft()
}
