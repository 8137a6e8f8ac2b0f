package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"strand/app"
	"strand/config"
)

const siteOrigin = "https://www.example.com"

// strictProvider is an identity server that accepts the client `portal` with its redirect URIs, scopes and PKCE.
func strictProvider(t *testing.T, document map[string]any, instead map[string]http.HandlerFunc) string {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
		if h := instead[r.URL.Path]; h != nil {
			h(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	discovery := map[string]any{"issuer": server.URL,
		"authorization_endpoint": server.URL + "/authorize", "token_endpoint": server.URL + "/token",
		"jwks_uri": server.URL + "/keys", "userinfo_endpoint": server.URL + "/userinfo",
		"revocation_endpoint": server.URL + "/revoke", "end_session_endpoint": server.URL + "/end",
		"code_challenge_methods_supported": []string{"S256"}, "backchannel_logout_supported": true,
		"backchannel_logout_session_supported": true,
	}
	maps.Copy(discovery, document)
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(discovery)
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"keys":[{}]}`)) })
	mux.HandleFunc("OPTIONS /userinfo", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/authorize", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		redirect, scope := q.Get("redirect_uri"), q.Get("scope")
		switch {
		case q.Get("client_id") != "portal":
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte("<html><head><title>x</title></head><body><h1>Error</h1><p>Client &amp; ada@example.com " +
				"unknown\x1b[31m</p><script>evil()</script></body></html>"))
			return
		case redirect != siteOrigin+"/callback" && redirect != siteOrigin+"/blank-callback":
			http.Error(w, "invalid redirect_uri", http.StatusBadRequest)
			return
		case strings.Contains(scope, "fr:idm:*"):
			http.Redirect(w, r, redirect+"?error=invalid_scope&error_description=no+fr%3Aidm&state="+q.Get("state"),
				http.StatusFound)
			return
		}
		ok := q.Get("code_challenge_method") == "S256" && q.Get("prompt") == "none" && q.Get("response_type") == "code"
		if !ok || q.Get("code_challenge") == "" || scope != "openid profile" {
			t.Errorf("asked with %v", q)
		}
		http.Redirect(w, r, redirect+"?error=login_required&state="+q.Get("state"), http.StatusFound)
	})
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("client_id") != "portal" || r.FormValue("code_verifier") == "" {
			t.Errorf("asked with %v", r.Form)
		}
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":"invalid_grant"}`))
	})
	return server.URL
}

// redirectTo redirects an authorization request to a URL, whose `%s` is the state.
func redirectTo(target string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", strings.ReplaceAll(target, "%s", r.URL.Query().Get("state")))
		w.WriteHeader(http.StatusFound)
	}
}

func respond(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(text))
	}
}

// TestCheck_Identity: the check says whether the identity server accepts a login of the website, and which features it
// lacks.
//
// Rules: AUTH-30.
func TestCheck_Identity(t *testing.T) {
	t.Parallel()
	blank := siteOrigin + "/blank-callback"
	at := func(path string, h http.HandlerFunc) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{path: h}
	}
	for _, test := range []struct {
		name     string
		settings string
		document map[string]any
		instead  map[string]http.HandlerFunc
		err      string // empty for none
		warning  string // empty for none
	}{
		{"everything", "", nil, nil, "", ""},
		{"another client", "STRAND_IDENTITY_CLIENT_ID=other", nil, nil,
			`status 400, "Error Client & [address] unknown\x1b[31m"`, ""},
		{"another origin", "STRAND_ORIGIN=https://elsewhere.example", nil, nil, "invalid redirect_uri", ""},
		{"a scope that is refused", "STRAND_IDENTITY_SCOPE=openid fr:idm:*", nil, nil, `"invalid_scope", "no fr:idm"`,
			""},
		{"a scope that is not offered", "", map[string]any{"scopes_supported": []string{"openid"}}, nil, "",
			"scopes_supported: profile"},
		{"no asymmetric signature", "",
			map[string]any{"id_token_signing_alg_values_supported": []string{"HS256"}}, nil, "signing_alg", ""},
		{"no back-channel logout", "", map[string]any{"backchannel_logout_supported": false}, nil, "",
			"backchannel_logout_supported"},
		{"an endpoint elsewhere", "", map[string]any{"token_endpoint": "https://tokens.example/a"}, nil,
			"other origins than the issuer: https://tokens.example", ""},
		{"no roles claim", "", map[string]any{"claims_supported": []string{"name", "email", "auth_time"}}, nil, "",
			"does not name roles"},
		{"an unreadable document", "", map[string]any{"scopes_supported": 1}, nil, "expected a text", ""},
		{"keys that are none", "", nil, at("/keys", respond(http.StatusOK, "<html>")), "read the keys", ""},
		{"consent is needed", "", nil, at("/authorize", redirectTo(blank+"?error=consent_required&state=%s")), "",
			"redirects to"}, // the second redirect URI differs
		{"a redirect that sets a cookie", "", nil, at("/authorize", func(w http.ResponseWriter, r *http.Request) {
			if _, err := r.Cookie("seen"); err != nil {
				http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
				http.Redirect(w, r, r.URL.String(), http.StatusFound)
				return
			}
			redirectTo(r.URL.Query().Get("redirect_uri")+"?error=login_required&state=%s")(w, r)
		}), "", ""},
		{"redirects without an end", "", nil, at("/authorize", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.String(), http.StatusFound)
		}), "", "redirects to"},
		{"a role that the portal does not know", "STRAND_IDENTITY_ROLE_NAMES=service=kmx_typo", nil, nil, "",
			`"kmx_typo" is no role`},
		{"a role that it knows", "STRAND_IDENTITY_ROLE_NAMES=admins=kmx_delegatedadmin_extern", nil, nil, "", ""},
		{"a page", "", nil, at("/authorize", respond(http.StatusOK, "<body>Log in</body>")), "", `"Log in"`},
		{"a huge page", "", nil, at("/authorize", respond(http.StatusForbidden, strings.Repeat("<p>no", 1<<20))),
			"403", ""},
		{"a redirect elsewhere", "", nil, at("/authorize", redirectTo("https://evil.example/?token=marker#marker")), "",
			"https://evil.example/"},
		{"an error page of its own", "", nil, at("/authorize", redirectTo("/error?error=unauthorized_client")),
			"unauthorized_client", ""},
		{"an address that is none", "", nil, at("/authorize", redirectTo("http://[")), "Location", ""},
		{"no state", "", nil, at("/authorize", redirectTo(blank+"?error=login_required")), "the state", ""},
		{"another issuer", "", nil,
			at("/authorize", redirectTo(blank+"?error=login_required&state=%s&iss=https%3A%2F%2Fevil.example")),
			"evil.example", ""},
		{"an answer in the fragment", "", nil, at("/authorize", redirectTo(blank+"?state=%s#error=login_required")),
			"neither code nor error", ""},
		{"no answer", "", nil, at("/authorize", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }),
			"deadline", ""},
		{"a confidential client", "", nil, at("/token", respond(http.StatusUnauthorized, `{"error":"invalid_client"}`)),
			"refuses the client", ""},
		{"a token endpoint that is none", "", nil, at("/token", respond(http.StatusNotFound, "<h1>marker")), "", "404"},
		{"no access for pages", "", nil, at("/userinfo", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Del("Access-Control-Allow-Origin")
		}), "may not read userinfo_endpoint from " + siteOrigin, ""},
		{"refusals that pages may not read", "", nil, at("/token", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Del("Access-Control-Allow-Origin")
			_, _ = w.Write([]byte(`{"error":"invalid_grant"}`))
		}), "", "CORS"},
		{"a clock that is late", "", nil, at("/keys", respond(http.StatusOK, `{"keys":[{}]}`)), "", "clock"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if test.warning == "clock" {
				// The document is answered with another time than that of the server.
				test.instead["/.well-known/openid-configuration"] = lateDocument
			}
			issuer := strictProvider(t, test.document, test.instead)
			settings := []string{"STRAND_IDENTITY_ISSUER=" + issuer, "STRAND_DATA_DIR=" + t.TempDir(),
				"STRAND_ORIGIN=" + siteOrigin, "STRAND_IDENTITY_SCOPE=openid profile",
				"STRAND_CMS_URL=http://127.0.0.1:1/",
				test.settings}
			if test.settings == "" {
				settings = settings[:5]
			}
			c, err := config.Load("", settings)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range app.Check(t.Context(), c) {
				if f.System != "identity" {
					continue
				}
				if test.err == "" && f.Err != nil ||
					test.err != "" && (f.Err == nil || !strings.Contains(f.Err.Error(), test.err) || f.Hint == "") {
					t.Errorf("error %v, hint %q, want %q", f.Err, f.Hint, test.err)
				}
				warnings := strings.Join(f.Warnings, "\n")
				if !strings.Contains(warnings, test.warning) || test.warning == "" && warnings != "" {
					t.Errorf("warnings %q, want %q", warnings, test.warning)
				}
				shown := fmt.Sprint(f.Err, warnings)
				if strings.Contains(shown, "evil()") || strings.Contains(shown, "token=marker") || len(shown) > 2000 {
					t.Errorf("%.2000s", shown)
				}
			}
		})
	}
}

// lateDocument is the discovery document of a provider whose clock is 90 s late.
func lateDocument(w http.ResponseWriter, r *http.Request) {
	base := (&url.URL{Scheme: "http", Host: r.Host}).String()
	w.Header().Set("Date", time.Now().Add(-90*time.Second).UTC().Format(http.TimeFormat))
	_ = json.NewEncoder(w).Encode(map[string]any{"issuer": base, "jwks_uri": base + "/keys",
		"authorization_endpoint": base + "/authorize", "token_endpoint": base + "/token"})
}
