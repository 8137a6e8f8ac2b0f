package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"testing"

	"strand/demo/identity/identitytest"
)

// Rules: SEC-27, SOFT-1, SOFT-2, SOFT-7, SOFT-8.
func TestSoftware(t *testing.T) {
	s := portalSite(t)
	customer := identitytest.IDToken(s.browser(t).SignIn("tomas.mihon.119@example.net"))
	colleague := identitytest.IDToken(s.browser(t).SignIn("colleague@example.com"))
	type version struct {
		ID, Version, Sha256, FileName string
		Size                          int
		IsLicenceAccepted, IsNewer    bool
		DownloadURL                   *string `json:"downloadUrl"`
		ReleaseNotes                  struct{ Language, Text string }
	}
	type pkg struct {
		ID       string
		Versions []version
	}
	type software struct {
		Resolve struct {
			Portal struct {
				Software []pkg
				Machine  *struct{ Packages []pkg }
			}
		}
	}
	const fields = `id versions { id version sha256 size fileName isLicenceAccepted isNewer downloadUrl releaseNotes { language text } }`
	read := func(path string) software {
		_, text := s.as(
			t,
			customer,
			`{ resolve(url: "http://localhost:8080`+path+`") { ... on PageResolution { portal { software { `+fields+
				` } machine { packages { `+fields+` } } } } } }`,
		)
		got, errors := answer[software](t, text)
		if len(errors) > 0 {
			t.Fatal(text)
		}
		return got
	}
	packages := read("/de/mykomax/inventory/software").Resolve.Portal.Software
	at := slices.IndexFunc(packages, func(p pkg) bool { return p.ID == "crimp-line-control" })
	if at < 0 {
		t.Fatalf("%+v", packages)
	}
	var order []string
	for _, v := range packages[at].Versions {
		order = append(order, v.Version)
	}
	newest := packages[at].Versions[0]
	if !slices.Equal(order, []string{"8.1.0", "8.0.1", "7.10.0", "7.9.0"}) || !newest.IsNewer ||
		newest.IsLicenceAccepted ||
		newest.DownloadURL != nil ||
		newest.ReleaseNotes.Language != "de" {
		t.Fatalf("%v, %+v", order, newest)
	}

	accept := func(token, id string) (*version, []string) {
		_, text := s.as(
			t,
			token,
			`mutation { acceptLicence(input: {version: "`+id+`"}) { version { id isLicenceAccepted downloadUrl } } }`,
		)
		got, errors := answer[struct{ AcceptLicence *struct{ Version *version } }](t, text)
		if got.AcceptLicence == nil {
			return nil, errors
		}
		return got.AcceptLicence.Version, errors
	}
	if v, _ := accept(customer, "no-such-version"); v != nil {
		t.Errorf("%+v", v)
	}
	if _, errors := accept(colleague, newest.ID); !slices.Equal(errors, []string{"FORBIDDEN"}) {
		t.Errorf("without an inventory: %v", errors)
	}
	accepted, _ := accept(customer, newest.ID)
	if accepted == nil || !accepted.IsLicenceAccepted || accepted.DownloadURL == nil {
		t.Fatalf("%+v", accepted)
	}
	// The acceptance is stored for this version only, and also applies to the page of a machine.
	onMachine := read("/en/mykomax/inventory/mach-1001").Resolve.Portal.Machine
	if onMachine == nil || len(onMachine.Packages) != 1 || !onMachine.Packages[0].Versions[0].IsLicenceAccepted ||
		onMachine.Packages[0].Versions[1].IsLicenceAccepted {
		t.Fatalf("%+v", onMachine)
	}

	own := s.fileCookie(t, customer)
	if response, _ := s.get(t, "", *accepted.DownloadURL); response.StatusCode != http.StatusForbidden {
		t.Errorf("without the cookie: %d", response.StatusCode)
	}
	response, body := s.get(t, "", *accepted.DownloadURL, "Cookie", own)
	sum := sha256.Sum256([]byte(body))
	if response.StatusCode != http.StatusOK || hex.EncodeToString(sum[:]) != newest.Sha256 ||
		len(body) != newest.Size ||
		response.Header.Get("Content-Disposition") != `attachment; filename="`+newest.FileName+`"` ||
		response.Header.Get("Accept-Ranges") != "bytes" {
		t.Errorf("%d %v: %d bytes", response.StatusCode, response.Header, len(body))
	}
	response, part := s.get(t, "", *accepted.DownloadURL, "Range", "bytes=10-19", "Cookie", own)
	if response.StatusCode != http.StatusPartialContent || part != body[10:20] {
		t.Errorf("a range: %d %q", response.StatusCode, part)
	}
	many := "bytes=" + strings.TrimSuffix(strings.Repeat("1-1,", 100), ",")
	if response, _ := s.get(t, "", *accepted.DownloadURL, "Range", many, "Cookie", own); response.StatusCode !=
		http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("many ranges: %d", response.StatusCode)
	}
	older := packages[at].Versions[1].ID
	for path, want := range map[string]int{
		strings.Replace(
			*accepted.DownloadURL, newest.ID, older, 1,
		): http.StatusForbidden, // the token of another version
		strings.Replace(*accepted.DownloadURL, "pass=", "pass=A", 1):   http.StatusForbidden,
		strings.Split(*accepted.DownloadURL, "?")[0]:                   http.StatusForbidden,
		strings.Replace(*accepted.DownloadURL, "/software/", "/x/", 1): http.StatusNotFound,
	} {
		if response, _ := s.get(t, "", path, "Cookie", own); response.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, response.StatusCode, want)
		}
	}
	var status int
	// Each of these ranges contains the beginning of the file.
	ranges := []string{"bytes=-1000000", "bytes=00-", "bytes=5-9, 0-1", "bytes = 0-", "items=1-2"}
	for i := range 31 {
		response, _ := s.get(t, "", *accepted.DownloadURL, "Cookie", own, "Range", ranges[i%len(ranges)])
		status = response.StatusCode
	}
	if status != http.StatusTooManyRequests {
		t.Errorf("after many downloads: %d", status)
	}
	// The download of another version is refused as well, also if it begins in the middle and is tried again.
	other, _ := accept(customer, older)
	for range 2 {
		response, _ := s.get(t, "", *other.DownloadURL, "Cookie", own, "Range", "bytes=5-")
		if response.StatusCode != http.StatusTooManyRequests {
			t.Errorf("another version after many downloads: %d", response.StatusCode)
		}
	}
}
