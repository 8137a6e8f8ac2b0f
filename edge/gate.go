package edge

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"strand/domain/access"
	"strand/domain/site"
	"strand/internal/ratelimit"
	"strand/resolvers"
)

// cookieGate is followed by the id of the page whose gate the visitor has passed.
const cookieGate = "strand-gate-"

// cookieName writes an id so that it can be part of a cookie's name.
func cookieName(id string) string { return url.QueryEscape(id) }

const (
	// gateLifetime is how long a gate stays open for somebody who has the password.
	gateLifetime = 24 * time.Hour
	// gateAttempts is how often somebody may try in a minute, at all gates together.
	gateAttempts = 10
	maxGateForm  = 8 << 10
)

// GateParameter of an address tells its page how the last attempt went.
const GateParameter = "gate"

// What an attempt at a gate leads to. Missing, wrong and limited are told by the page.
const (
	gateMissing = "missing"
	gateWrong   = "wrong"
	gateLimited = "limited"
	gateFailed  = "failed"
)

var gateStatus = map[string]int{gateMissing: http.StatusUnprocessableEntity, gateWrong: http.StatusForbidden,
	gateLimited: http.StatusTooManyRequests, gateFailed: http.StatusServiceUnavailable}

// gates serves POST /api/gate: page (an id), password and url (a path of the site). It is a form like any other, so that it
// works without JavaScript: it leads back to the page. A script that accepts JSON is told the outcome instead.
type gates struct {
	sites
	passwords PasswordReader
	visitors  visitors
	passes    access.Key
	attempts  *ratelimit.Limiter
	log       *slog.Logger
}

func newGates(all sites, passwords PasswordReader, v visitors, passes access.Key, log *slog.Logger) http.Handler {
	g := &gates{all, passwords, v, passes, ratelimit.New(gateAttempts, time.Minute), log}
	return http.NewCrossOriginProtection().Handler(g)
}

func (g *gates) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, maxGateForm)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "The form is malformed.", http.StatusBadRequest)
		return
	}
	back := r.PostForm.Get("url")
	if !isOwnPath(back) {
		http.Error(w, "This form needs a url that starts with a slash.", http.StatusBadRequest)
		return
	}
	outcome := g.attempt(w, r, back)
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		status := http.StatusOK
		if outcome != "" {
			status = gateStatus[outcome]
		}
		writeJSON(w, status, map[string]any{"success": outcome == "", "outcome": outcome})
		return
	}
	http.Redirect(w, r, withParameter(back, GateParameter, outcome), http.StatusSeeOther)
}

// attempt hands out a pass for the right password; otherwise it says what was wrong.
func (g *gates) attempt(w http.ResponseWriter, r *http.Request, back string) string {
	page, password := r.PostForm.Get("page"), r.PostForm.Get("password")
	if page == "" || password == "" {
		return gateMissing
	}
	if !g.attempts.Allow(g.visitors.address(r)) {
		g.log.WarnContext(r.Context(), "gate_attempts_limited", "page", page)
		return gateLimited
	}
	ctx, req := r.Context(), g.visitors.request(r)
	dir, err := g.directory(ctx)
	if err != nil {
		return gateFailed
	}
	address, err := dir.Parse(req.Scheme + "://" + req.Host + back)
	if err != nil {
		return gateFailed
	}
	view, err := g.view(ctx, dir, address.Site, dir.LocaleOf(address, site.Preferences{}), address.Scheme, address.Host)
	if err != nil {
		return gateFailed
	}
	wanted, err := g.passwords.Password(ctx, view, page)
	if err != nil {
		return gateFailed
	}
	if wanted == "" || !access.Same(password, wanted) {
		return gateWrong
	}
	until := time.Now().Add(gateLifetime)
	http.SetCookie(
		w,
		&http.Cookie{Name: cookieGate + cookieName(page), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
			Value: g.passes.Sign(
				resolvers.PassPurpose,
				resolvers.GateSubject(page, wanted),
				until,
			), MaxAge: int(gateLifetime.Seconds()),
			Secure: req.Scheme == "https"},
	)
	return ""
}
