// Package identity is the sample identity provider: an OpenID provider with the paths of ForgeRock AM for the
// realm alpha (CALL-10 to CALL-15), with pages for login, registration and forgotten passwords. It uses a certified
// library for the protocol; the package implements users, pages and storage.
package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"embed"

	"github.com/rs/cors"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"strand/demo/sisusers"
	"strand/internal/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	// realmPath is the path of the realm's OpenID endpoints; the issuer is the provider's origin with this path.
	realmPath = "/am/oauth2/realms/root/realms/alpha"
	// sessionsPath is the path of AM's sessions endpoint.
	sessionsPath = "/am/json/realms/root/realms/alpha/sessions"
	// pagesPath is the path of AM's pages.
	pagesPath = "/am/XUI/"
	// sessionCookie is the name of AM's session cookie.
	sessionCookie = "iPlanetDirectoryPro"
	// maxForm is the maximum size of a request body, in bytes.
	maxForm = 64 << 10
)

func pathOf(page string) string { return pagesPath + page }

// Options configures a provider.
type Options struct {
	// Origin is the provider's origin: `http://localhost:8091`.
	Origin string
	// Applications returns the portal's origins: `http://localhost:8080`; a host with the prefix `*.` matches its
	// subdomains.
	Applications func() []string
	Users        *sisusers.Store
	// Samples are the accounts that developers may sign in as by one request; nil for none.
	Samples *sisusers.SampleAccounts
	// Ended is called with the ids (`sid`) of grants that ended early: by logout, revocation or theft.
	Ended func(ctx context.Context, sids []string)
	// Now is the clock; nil means the system clock.
	Now    func() time.Time
	Logger *slog.Logger
}

// Provider is the identity provider.
type Provider struct {
	// Issuer is the `iss` of its tokens and the base URL of discovery.
	Issuer string
	// RegistrationURL is the URL of the registration page; its parameter `goto` is the URL to continue at.
	RegistrationURL string
	// InvitationURL is the URL of the invitation page; its parameter `token` is the invitation's token.
	InvitationURL string
	// AccountsURL is the URL of the sample accounts; empty without them.
	AccountsURL string

	store   *store
	handler http.Handler
}

// setEndpoints sets the endpoint paths of ForgeRock, once: the library's options write into variables that all
// providers of the process share.
var setEndpoints = sync.OnceFunc(func() {
	op.DefaultEndpoints = &op.Endpoints{
		Authorization:       op.NewEndpoint("authorize"),
		Token:               op.NewEndpoint("access_token"),
		Introspection:       op.NewEndpoint("introspect"),
		Userinfo:            op.NewEndpoint("userinfo"),
		Revocation:          op.NewEndpoint("token/revoke"),
		EndSession:          op.NewEndpoint("connect/endSession"),
		JwksURI:             op.NewEndpoint("connect/jwk_uri"),
		DeviceAuthorization: op.DefaultEndpoints.DeviceAuthorization,
	}
})

// New returns a provider that stores its data in the database of the users.
func New(o Options) (*Provider, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	if err := sqlite.Migrate(o.Users.DB(), scripts, "identity_version"); err != nil {
		return nil, err
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &store{
		db:     o.Users.DB(),
		users:  o.Users,
		client: &client{origins: o.Applications},
		now:    o.Now,
		ended:  o.Ended,
		log:    o.Logger,
	}
	sealing, err := s.encryptionKey(context.Background())
	if err != nil {
		return nil, err
	}
	p := &Provider{
		Issuer:          o.Origin + realmPath,
		RegistrationURL: o.Origin + pathOf("register"),
		InvitationURL:   o.Origin + pathOf("invitation"),
		store:           s,
	}
	setEndpoints()
	provider, err := op.NewProvider(
		&op.Config{
			CryptoKey:                sealing,
			DefaultLogoutRedirectURI: pathOf("signed-out"),
			CodeMethodS256:           true,
			GrantTypeRefreshToken:    true,
			SupportedScopes: []string{
				oidc.ScopeOpenID,
				oidc.ScopeProfile,
				oidc.ScopeEmail,
				oidc.ScopeOfflineAccess,
				DirectoryScope,
			},
			SupportedClaims: []string{
				"sub",
				"iss",
				"aud",
				"exp",
				"iat",
				"auth_time",
				"nonce",
				"amr",
				"sid",
				"subname",
				"given_name",
				"family_name",
				"name",
				"email",
				"email_verified",
				"roles",
			},
		},
		s,
		op.StaticIssuer(p.Issuer),
		op.WithAllowInsecure(),
		op.WithCORSOptions(
			&cors.Options{
				AllowOriginFunc:  s.client.isAllowedOrigin,
				AllowCredentials: true,
				AllowedMethods:   []string{http.MethodGet, http.MethodPost},
				AllowedHeaders: []string{
					"Authorization",
					"Content-Type",
					"Accept",
					"Accept-API-Version",
					"X-Requested-With",
				},
			},
		),
	)
	if err != nil {
		return nil, fmt.Errorf("create the identity provider: %w", err)
	}
	pages, err := newPages(s, p.Issuer, op.AuthCallbackURL(provider))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	endpoints := http.MaxBytesHandler(s.client.checkURLs(http.StripPrefix(realmPath, provider)), maxForm)
	mux.Handle(realmPath+"/", endpoints)
	mux.Handle(realmPath+"/authorize", bindLogins(endpoints))
	mux.Handle(realmPath+"/token/revoke", s.client.requirePortalOrigin(o.Origin, endpoints))
	mux.Handle(realmPath+"/userinfo", http.StripPrefix(realmPath, withChallenge(provider)))
	mux.Handle("GET "+realmPath+oidc.DiscoveryEndpoint, s.client.cors(s.discovery(provider, p.Issuer)))
	sessions := s.client.cors(http.HandlerFunc(s.sessions))
	mux.Handle("POST "+sessionsPath+"/", s.client.requirePortalOrigin(o.Origin, sessions))
	mux.Handle("OPTIONS "+sessionsPath+"/", s.client.cors(http.NotFoundHandler()))
	if o.Samples != nil {
		samples := accounts{s, o.Samples}
		p.AccountsURL = o.Origin + pathOf("accounts")
		mux.Handle("GET "+pathOf("accounts"), s.client.cors(http.HandlerFunc(samples.list)))
		mux.Handle("POST "+pathOf("accounts"),
			s.client.requirePortalOrigin(o.Origin, s.client.cors(http.HandlerFunc(samples.signIn))))
	}
	mux.Handle(pagesPath, http.NewCrossOriginProtection().Handler(pages))
	mux.Handle("GET /{$}", http.RedirectHandler(pathOf("login"), http.StatusFound))
	p.handler = withBrowser(s.withSession(mux))
	return p, nil
}

// PortalHome returns the URL of the portal's home page; empty if the portal has no origin.
func (p *Provider) PortalHome() string { return p.store.client.home() }

// Handler returns the handler of all paths.
func (p *Provider) Handler() http.Handler { return p.handler }

// SignOutOthers ends every session of a user except that of an ID token, by its sid. An empty sid ends all of them.
func (p *Provider) SignOutOthers(ctx context.Context, userID, sid string) error {
	return p.store.signOutOthers(ctx, userID, sid)
}

// withSession adds the browser's session to the request's context.
func (s *store) withSession(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, err := r.Cookie(sessionCookie); err == nil {
			found, err := s.session(r.Context(), c.Value)
			if err != nil {
				s.log.ErrorContext(r.Context(), "browser_session_not_read", "error", err)
			}
			r = r.WithContext(withSession(r.Context(), found))
		}
		next.ServeHTTP(w, r)
	})
}

func sessionOf(r *http.Request) *session {
	found, _ := r.Context().Value(sessionKey{}).(*session)
	return found
}

// hasEndedSession reports whether the browser had a session that has ended otherwise than by a logout in it.
func hasEndedSession(r *http.Request) bool {
	c, err := r.Cookie(sessionCookie)
	return err == nil && c.Value != "" && sessionOf(r) == nil
}

// setCookie sets the session cookie until the browser is closed; an empty secret deletes it.
func setCookie(w http.ResponseWriter, r *http.Request, secret string) {
	c := &http.Cookie{
		Name:     sessionCookie,
		Value:    secret,
		Path:     "/",
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
		Secure:   r.TLS != nil,
	}
	if secret == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// sessions implements AM's sessions endpoint: `getSessionInfo` and `logout`.
func (s *store) sessions(w http.ResponseWriter, r *http.Request) {
	found := sessionOf(r)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	answer := func(status int, body map[string]any) {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
	if found == nil {
		answer(
			http.StatusUnauthorized,
			map[string]any{"code": http.StatusUnauthorized, "reason": "Unauthorized", "message": "Access Denied"},
		)
		return
	}
	switch r.URL.Query().Get("_action") {
	case "getSessionInfo":
		answer(http.StatusOK, map[string]any{"username": found.userID, "realm": "/alpha",
			"maxSessionExpirationTime": found.signedInAt.Add(sessionLifetime).UTC().Format(time.RFC3339)})
	case "logout":
		if err := s.signOut(r.Context(), found.hash); err != nil {
			s.log.ErrorContext(r.Context(), "session_not_ended", "error", err)
			answer(
				http.StatusInternalServerError,
				map[string]any{"code": http.StatusInternalServerError, "reason": "Internal Server Error"},
			)
			return
		}
		setCookie(w, r, "")
		answer(http.StatusOK, map[string]any{"result": "Successfully logged out"})
	default:
		answer(
			http.StatusBadRequest,
			map[string]any{
				"code":    http.StatusBadRequest,
				"reason":  "Bad Request",
				"message": "_action: getSessionInfo or logout",
			},
		)
	}
}

func (c *client) cors(next http.Handler) http.Handler {
	policy := cors.New(cors.Options{
		AllowOriginFunc:  c.isAllowedOrigin,
		AllowCredentials: true,
		AllowedMethods:   []string{http.MethodGet, http.MethodPost},
		AllowedHeaders:   strings.Split("Content-Type Accept Accept-API-Version X-Requested-With", " "),
	})
	return policy.Handler(next)
}
