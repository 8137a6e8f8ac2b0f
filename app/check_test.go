package app_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"strand/app"
	"strand/config"
	"strand/test/postgrestest"
	"strand/test/sharedtest"
)

// TestCheck: a problem's hint contains the setting to check.
func TestCheck(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/graphql", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Authorization") != "Bearer good" && r.Header.Get("X-Api-Key") != "good" {
			w.WriteHeader(http.StatusUnauthorized)
		}
		_, _ = w.Write([]byte(`{"data":{"__typename":"Query"}}`))
	})
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	mux.HandleFunc("/html", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) })
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/graphql", http.StatusMovedPermanently)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	gone := httptest.NewServer(mux)
	gone.Close()
	db := postgrestest.Database(t)
	for _, test := range []struct {
		name, system string
		settings     []string
		err, hint    string
	}{
		{"a token that is accepted", "translation", []string{"STRAND_TRANSLATION_URL=" + server.URL + "/graphql",
			"STRAND_TRANSLATION_TOKEN=good"},
			"", ""},
		{"a system without the data of the websites", "cms", []string{"STRAND_CMS_URL=" + server.URL + "/graphql",
			"STRAND_CMS_TOKEN=good"},
			"contract", "upstream/cms/contract.graphql"},
		{"a system that answers later than the server waits", "pim", []string{"STRAND_PIM_URL=" + server.URL + "/slow"},
			"no answer within 1s", "down"},
		{"a token that is refused", "cms", []string{
			"STRAND_CMS_URL=" + server.URL + "/graphql", "STRAND_CMS_TOKEN=bad",
		},
			"401",
			"STRAND_CMS_TOKEN"},
		{"a key that is accepted", "translation", []string{
			"STRAND_TRANSLATION_URL=" + server.URL + "/graphql", "STRAND_TRANSLATION_HEADERS=x-api-key=good",
		}, "", ""},
		{"a key that is refused", "pim", []string{
			"STRAND_PIM_URL=" + server.URL + "/graphql", "STRAND_PIM_HEADERS=x-api-key=hidden-in-checks",
		}, "401", "STRAND_PIM_HEADERS"},
		{"a client certificate that cannot be read", "sis", []string{
			"STRAND_SIS_URL=" + server.URL + "/graphql", "STRAND_SIS_CLIENT_CERT=hidden-in-checks",
		}, "PEM", "STRAND_SIS_CLIENT_CERT"},
		{"a web page", "pim", []string{"STRAND_PIM_URL=" + server.URL + "/html"}, "text/html", "STRAND_PIM_URL"},
		{"another path", "sis", []string{"STRAND_SIS_URL=" + server.URL + "/none"}, "404", "STRAND_SIS_URL"},
		{"a redirect", "pim", []string{"STRAND_PIM_URL=" + server.URL + "/moved"}, "301", "/graphql"},
		{"connection refused", "pim", []string{
			"STRAND_PIM_URL=" + strings.Replace(gone.URL, "//", "//user:hidden-in-checks@", 1) +
				"/?key=hidden-in-checks",
		}, "refused", "STRAND_PIM_URL"},
		{"a portal without a customer", "sis-portal", []string{"STRAND_SIS_PORTAL_URL=" + server.URL + "/graphql"}, "",
			""},
		{"no identity provider", "identity", []string{"STRAND_IDENTITY_ISSUER=" + server.URL}, "404",
			"STRAND_IDENTITY_ISSUER"},
		{"no search engine", "search", []string{"STRAND_SEARCH_URL=" + server.URL + "/html"},
			"is not the status of a search engine",
			"STRAND_SEARCH_URL"},
		{"a token of the translation service that is refused", "translation", []string{
			"STRAND_TRANSLATION_URL=" + server.URL + "/graphql", "STRAND_TRANSLATION_TOKEN=bad",
		},
			"401",
			"STRAND_TRANSLATION_TOKEN"},
		{"a sample system", "cms", nil, "", ""},
		{"a database", "database", []string{"STRAND_DATABASE_URL=" + db}, "", ""},
		{"a wrong password of the database", "database", []string{
			"STRAND_DATABASE_URL=" + strings.Replace(db, postgrestest.Password, "wrong", 1),
		}, "password authentication failed", "STRAND_DATABASE_URL"},
		{"files in place of a database", "outbox", nil, "", ""},
		{"Redis", "redis", []string{"STRAND_REDIS_URL=" + sharedtest.Start(t).URL()}, "", ""},
		{"no certificate", "certificate", []string{"STRAND_TLS_CERT=/none.crt", "STRAND_TLS_KEY=/none.key"}, "none.crt",
			"STRAND_TLS_CERT"},
		{"a Redis that refuses", "redis", []string{"STRAND_REDIS_URL=redis://user:secret@127.0.0.1:1"}, "refused",
			"STRAND_REDIS_URL"},
	} {
		c, err := config.Load("", append(test.settings, "STRAND_DATA_DIR="+t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		checked := false
		for _, f := range app.Check(t.Context(), c) {
			checked = checked || f.System == test.system
			shown := fmt.Sprint(f.URL, f.Err, f.Hint)
			if strings.Contains(shown, postgrestest.Password) || strings.Contains(shown, "hidden-in-checks") {
				t.Errorf("%s: a password is in %q", test.name, shown)
			}
			switch {
			case f.System != test.system:
			case test.err == "" && f.Err != nil:
				t.Errorf("%s: %v", test.name, f.Err)
			case test.err != "" && (f.Err == nil || !strings.Contains(f.Err.Error(), test.err) ||
				!strings.Contains(f.Hint, test.hint)):
				t.Errorf("%s: %v, hint %q", test.name, f.Err, f.Hint)
			}
		}
		if !checked {
			t.Errorf("%s: no check of %s", test.name, test.system)
		}
	}
}

// TestSecurityCheck_Masked: no part of a check shows the credentials of a URL.
func TestSecurityCheck_Masked(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	settings := []string{
		"STRAND_DATA_DIR=" + t.TempDir(), "STRAND_REDIS_URL=redis://user:secretpass@127.0.0.1:1/0",
		"STRAND_DATABASE_URL=postgres://user:secretpass@127.0.0.1:1/x?sslmode=disable",
		"STRAND_S3_URL=http://key:secretpass@127.0.0.1:1/bucket",
	}
	for _, variable := range []string{
		"STRAND_CMS_URL", "STRAND_PIM_URL", "STRAND_SIS_URL", "STRAND_SIS_PORTAL_URL", "STRAND_TRANSLATION_URL",
		"STRAND_IDENTITY_ISSUER", "STRAND_SEARCH_URL",
	} {
		address := strings.Replace(server.URL, "http://", "http://user:secretpass@", 1)
		settings = append(settings, variable+"="+address+"/a?apikey=topsecret")
	}
	c, err := config.Load("", settings)
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for _, f := range app.Check(t.Context(), c) {
		shown := fmt.Sprint(f.URL, " ", f.Err, " ", f.Hint)
		if strings.Contains(shown, "secretpass") || strings.Contains(shown, "topsecret") {
			t.Errorf("%s: %s", f.System, shown)
		}
		if f.Err != nil {
			failed++
		}
	}
	if failed < 10 {
		t.Errorf("%d checks failed", failed)
	}
}

// TestCheck_Stores: a store that cannot be written is found by writing, and databases are not created.
func TestCheck_Stores(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for name, content := range map[string]string{"outbox.db": "not a database, but long enough", "uploads": ""} {
		if err := os.WriteFile(filepath.Join(data, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := config.Load("", []string{"STRAND_DATA_DIR=" + data})
	if err != nil {
		t.Fatal(err)
	}
	failed := map[string]bool{}
	for _, found := range app.Check(t.Context(), c) {
		failed[found.System] = found.Err != nil
	}
	for store, want := range map[string]bool{
		"data folder": false, "uploads": true, "outbox": true, "revocations": false, "translations": false,
		"files": false,
	} {
		if got, ok := failed[store]; !ok || got != want {
			t.Errorf("%s failed: %t, want %t", store, got, want)
		}
	}
	if _, err := os.Stat(filepath.Join(data, "revocations.db")); err == nil {
		t.Error("a database was created")
	}
	c.DatabaseURL = "postgres://127.0.0.1:1/strand"
	for _, found := range app.Check(t.Context(), c) {
		if found.System == "database" && (found.Err == nil || !strings.Contains(found.Err.Error(), "outbox.db exists")) {
			t.Errorf("submissions of the data folder beside a database: %v", found.Err)
		}
	}
}

// TestMissingSecrets: every secret that is not set is listed, with its setting.
func TestMissingSecrets(t *testing.T) {
	t.Parallel()
	c, err := config.Load("", []string{
		"STRAND_CMS_WEBHOOK_SECRET=secret-of-the-cms", "STRAND_PIM_URL=http://127.0.0.1:1",
	})
	if err != nil {
		t.Fatal(err)
	}
	var missing []string
	for _, secret := range app.MissingSecrets(c) {
		missing = append(missing, secret.Setting)
	}
	if slices.Contains(missing, "STRAND_CMS_WEBHOOK_SECRET") ||
		!slices.Contains(missing, "STRAND_PIM_WEBHOOK_SECRET") ||
		slices.Contains(missing, "STRAND_IDENTITY_WEBHOOK_SECRET") {
		t.Errorf("missing %v", missing)
	}
}
