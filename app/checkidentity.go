package app

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"strand/config"
	"strand/domain/portal"
	"strand/internal/outbound"
	"strand/internal/telemetry"
	"strand/upstream/identity"
)

const (
	identitySetting = "STRAND_IDENTITY_ISSUER"
	// maxClockDifference is the difference of clocks from which on a check warns.
	maxClockDifference = 30 * time.Second
	// maxProviderText is the maximum length of a quoted text of the provider, in bytes.
	maxProviderText = 200
)

// identityCheck compares an identity server with what the sign-in needs (AUTH-30).
type identityCheck struct {
	c      *config.Config
	client *http.Client
	// origin is the origin of the main site.
	origin   string
	provider *oidc.Provider
	metadata *identity.Metadata
	warnings []string
}

func (i *identityCheck) warn(format string, values ...any) {
	i.warnings = append(i.warnings, telemetry.Clean(fmt.Sprintf(format, values...)))
}

// run checks discovery document and keys, and asks for a login as browsers do.
func (i *identityCheck) run(ctx context.Context) error {
	access, err := accessTo(i.c.IdentityAccess)
	if err != nil {
		return err
	}
	i.client = outbound.NewClient(access.Over(outbound.NewTransport(i.c.UpstreamTimeout)), i.c.UpstreamTimeout)
	// Cookies that a provider sets by a redirect are sent to it again.
	if i.client.Jar, err = cookiejar.New(nil); err != nil {
		return err
	}
	i.origin = i.c.Origin
	if _, port, err := net.SplitHostPort(i.c.Addr); err == nil && i.origin == "" {
		i.origin = "http://localhost:" + port
	}
	for _, step := range []func(context.Context) error{
		i.discover, i.checkKeys, i.checkGaps, i.checkAccess, i.probeLogin, i.probeToken,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (i *identityCheck) discover(ctx context.Context) (err error) {
	i.provider, err = oidc.NewProvider(oidc.ClientContext(ctx, i.client), i.c.IdentityIssuer)
	if err != nil {
		if strings.Contains(err.Error(), "did not match") {
			return &hintError{err, "set " + identitySetting + " to exactly the issuer in the discovery document"}
		}
		if network := new(net.OpError); errors.As(err, &network) || ctx.Err() != nil {
			return unreachable(err, identitySetting)
		}
		return &hintError{err, "no OpenID provider found at this URL: " + identitySetting}
	}
	if i.metadata, err = identity.MetadataOf(i.provider); err != nil {
		return &hintError{err, "the discovery document cannot be read"}
	}
	return nil
}

// answer is the response to a request of a check.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// send sends a request as a page of the website does.
func (i *identityCheck) send(r *http.Request, entry string) (*answer, error) {
	r.Header.Set("Origin", i.origin)
	response, err := i.client.Do(r)
	if err != nil {
		return nil, unreachable(err, entry+" of the identity server")
	}
	defer response.Body.Close()
	// An answer that is too long, or breaks off, is judged by its beginning.
	body, _ := io.ReadAll(io.LimitReader(response.Body, maxCheckAnswer))
	return &answer{response.StatusCode, response.Header, body}, nil
}

func (i *identityCheck) get(ctx context.Context, address, entry string) (*answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, &hintError{err, entry + " of the discovery document is not a URL"}
	}
	return i.send(r, entry)
}

func (i *identityCheck) checkKeys(ctx context.Context) error {
	if i.metadata.Keys == "" {
		return nil // a gap
	}
	found, err := i.get(ctx, i.metadata.Keys, "jwks_uri")
	if err != nil {
		return err
	}
	var set struct{ Keys []json.RawMessage }
	if found.status != http.StatusOK {
		err = &statusError{found.status}
	} else if err = json.Unmarshal(found.body, &set); err == nil && len(set.Keys) == 0 {
		err = errors.New("the key set is empty")
	}
	if err != nil {
		return &hintError{fmt.Errorf("read the keys at %s: %w", i.metadata.Keys, err),
			"ID tokens cannot be verified without the keys"}
	}
	return nil
}

// checkGaps warns of features that the provider lacks. The error names those without which sign-in is
// impossible.
func (i *identityCheck) checkGaps(context.Context) error {
	var fatal []string
	for _, gap := range i.metadata.Gaps(i.c.IdentityScope) {
		if gap.IsFatal {
			fatal = append(fatal, gap.Lacks)
		} else {
			i.warn("the provider lacks %s: %s", gap.Lacks, gap.Effect)
		}
	}
	if unnamed := i.metadata.UnnamedClaims(rolesOf(i.c)); len(unnamed) > 0 {
		i.warn("claims_supported does not name %s: look whether ID token or user info have them "+
			"(claims_supported need not be complete)", strings.Join(unnamed, ", "))
	}
	for name, role := range i.c.RoleNames() {
		if !portal.IsRole(role) {
			i.warn("STRAND_IDENTITY_ROLE_NAMES: %.60q is no role of the portal (%.60q)", role, name)
		}
	}
	if len(fatal) > 0 {
		return &hintError{fmt.Errorf("the provider lacks %s", strings.Join(fatal, ", ")), "customers cannot sign in"}
	}
	return nil
}

// checkAccess checks that pages may read the provider's answers, and its clock.
func (i *identityCheck) checkAccess(ctx context.Context) error {
	found, err := i.get(ctx, strings.TrimSuffix(i.c.IdentityIssuer, "/")+"/.well-known/openid-configuration",
		"discovery document")
	if err != nil {
		return err
	}
	if at, err := http.ParseTime(found.header.Get("Date")); err == nil {
		if off := time.Since(at).Round(time.Second); off.Abs() > maxClockDifference {
			i.warn("the clock of the provider differs by %s: ID tokens may be refused", off)
		}
	}
	if err := i.checkOrigins(); err != nil {
		return err
	}
	blocked := []string{}
	if !i.mayRead(found) {
		blocked = append(blocked, "the discovery document")
	}
	if i.metadata.UserInfo != "" {
		r, err := http.NewRequestWithContext(ctx, http.MethodOptions, i.metadata.UserInfo, nil)
		if err != nil {
			return &hintError{err, "userinfo_endpoint of the discovery document is not a URL"}
		}
		r.Header.Set("Access-Control-Request-Method", http.MethodGet)
		r.Header.Set("Access-Control-Request-Headers", "authorization")
		if found, err = i.send(r, "userinfo_endpoint"); err != nil {
			return err
		}
		if !i.mayRead(found) {
			blocked = append(blocked, "userinfo_endpoint")
		}
	}
	if len(blocked) > 0 {
		return &hintError{
			fmt.Errorf("browsers may not read %s from %s (CORS)", strings.Join(blocked, " and "), i.origin),
			"add the origins of the websites to the allowed web origins of the client: customers cannot sign in",
		}
	}
	return nil
}

// checkOrigins checks that pages may call the endpoints of the provider.
func (i *identityCheck) checkOrigins() error {
	allowed := append([]string{i.c.IdentityIssuer}, i.c.IdentityOrigins...)
	var missing []string
	m := i.metadata
	for _, endpoint := range []string{m.Authorization, m.Token, m.UserInfo, m.Revocation} {
		origin, err := originOf(endpoint)
		isAllowed := slices.ContainsFunc(allowed, func(one string) bool {
			return strings.HasPrefix(one+"/", origin+"/")
		})
		if err == nil && endpoint != "" && !isAllowed && !slices.Contains(missing, origin) {
			missing = append(missing, origin)
		}
	}
	if len(missing) > 0 {
		return &hintError{
			fmt.Errorf("endpoints are at other origins than the issuer: %s", strings.Join(missing, ",")),
			"pages may not call them: add them to STRAND_IDENTITY_ORIGINS",
		}
	}
	return nil
}

// mayRead reports whether a page of the website may read an answer.
func (i *identityCheck) mayRead(a *answer) bool {
	allowed := a.header.Get("Access-Control-Allow-Origin")
	return allowed == "*" || allowed == i.origin
}

// login returns the configuration of a login that returns to a path of the website.
func (i *identityCheck) login(path string) *oauth2.Config {
	return &oauth2.Config{
		ClientID:    i.c.IdentityClientID,
		Endpoint:    oauth2.Endpoint{AuthURL: i.metadata.Authorization, TokenURL: i.metadata.Token},
		RedirectURL: i.origin + path,
		Scopes:      strings.Fields(i.c.IdentityScope),
	}
}

// loginNeeded contains the refusals of a login without interaction that mean that everything else was accepted.
var loginNeeded = []string{
	"login_required", "interaction_required", "consent_required", "account_selection_required",
}

// probeLogin asks for a login without interaction for both redirect URIs.
func (i *identityCheck) probeLogin(ctx context.Context) error {
	for _, path := range []string{"/blank-callback", "/callback"} {
		login, state := i.login(path), rand.Text()
		address := login.AuthCodeURL(state, oauth2.S256ChallengeOption(oauth2.GenerateVerifier()),
			oauth2.SetAuthURLParam("prompt", "none"))
		found, answered, err := i.follow(ctx, address, login.RedirectURL)
		if err != nil {
			return err
		}
		if err := i.judgeLogin(found, answered, login.RedirectURL, state); err != nil {
			return err
		}
	}
	return nil
}

// maxRedirects is the maximum number of redirects within the provider.
const maxRedirects = 5

// follow returns the answer to a request for a login, after redirects within the provider's origin, and the URL that
// gave it: some providers set a cookie by a redirect.
func (i *identityCheck) follow(ctx context.Context, address, redirectURL string) (*answer, string, error) {
	for left := maxRedirects; ; left-- {
		found, err := i.get(ctx, address, "authorization_endpoint")
		if err != nil {
			return nil, "", err
		}
		next, ok := redirectWithin(address, found.header.Get("Location"))
		if !ok || left == 0 || strings.HasPrefix(next.String(), redirectURL) || next.Query().Has("error") {
			return found, address, nil
		}
		address = next.String()
	}
}

// redirectWithin returns the target of a redirect within an origin.
func redirectWithin(address, location string) (*url.URL, bool) {
	base, err := url.Parse(address)
	if err != nil || location == "" {
		return nil, false
	}
	next, err := base.Parse(location)
	return next, err == nil && next.Scheme == base.Scheme && next.Host == base.Host
}

// judgeLogin returns why an answer refuses a login. It warns if the answer does not tell.
func (i *identityCheck) judgeLogin(found *answer, address, redirectURL, state string) error {
	refused := func(text string) error {
		return &hintError{
			fmt.Errorf("the provider refuses logins that return to %s: %s", redirectURL, text),
			"check STRAND_IDENTITY_CLIENT_ID, STRAND_IDENTITY_SCOPE, and the client of the provider: URIs, PKCE",
		}
	}
	if found.status >= http.StatusBadRequest {
		return refused(fmt.Sprintf("HTTP status %d, %s", found.status, textOf(found.body)))
	}
	base, err := url.Parse(address)
	if err != nil {
		return &hintError{err, "authorization_endpoint of the discovery document is not a URL"}
	}
	target, err := base.Parse(found.header.Get("Location"))
	if found.status < http.StatusMultipleChoices || found.header.Get("Location") == "" || err != nil {
		i.warn("the provider answers prompt=none with a page (HTTP status %d, %s): there is no silent check, "+
			"and whether it accepts the login must be tried in a browser", found.status, textOf(found.body))
		return nil
	}
	query := target.Query()
	code := query.Get("error")
	if code != "" && !slices.Contains(loginNeeded, code) {
		return refused(fmt.Sprintf("%.60q, %s", code, textOf([]byte(query.Get("error_description")))))
	}
	target.RawQuery, target.Fragment = "", ""
	if target.String() != redirectURL {
		i.warn("the provider redirects to %.200q and not to %s: there is no silent check, and whether it accepts the "+
			"login must be tried in a browser", target, redirectURL)
		return nil
	}
	switch issuer := query.Get("iss"); {
	case query.Get("state") != state:
		return refused("it does not return the state")
	case code == "" && query.Get("code") == "":
		return refused("neither code nor error is in the query")
	case issuer != "" && issuer != i.c.IdentityIssuer:
		return refused(fmt.Sprintf("iss is %.200q", issuer))
	}
	return nil
}

// probeToken asks for the tokens of a code that does not exist: the provider must refuse the code, and not the client.
func (i *identityCheck) probeToken(ctx context.Context) error {
	form := url.Values{
		"grant_type": {"authorization_code"}, "code": {"strand-check"}, "client_id": {i.c.IdentityClientID},
		"redirect_uri": {i.origin + "/callback"}, "code_verifier": {oauth2.GenerateVerifier()},
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, i.metadata.Token, strings.NewReader(form.Encode()))
	if err != nil {
		return &hintError{err, "token_endpoint of the discovery document is not a URL"}
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	found, err := i.send(r, "token_endpoint")
	if err != nil {
		return err
	}
	var refusal struct {
		Code        string `json:"error"`
		Description string `json:"error_description"`
	}
	// Another answer than JSON has no code.
	_ = json.Unmarshal(found.body, &refusal)
	switch refusal.Code {
	case "invalid_grant":
	case "invalid_client", "unauthorized_client":
		return &hintError{
			fmt.Errorf("the token endpoint refuses the client: %q, %s",
				refusal.Code, textOf([]byte(refusal.Description))),
			"the client must be public (token_endpoint_auth_method none) and may use the grant authorization_code",
		}
	default:
		i.warn("token_endpoint answers an unknown code with HTTP status %d, %s, and not with invalid_grant",
			found.status, textOf(found.body))
	}
	if !i.mayRead(found) {
		i.warn("token_endpoint does not allow %s to read its refusals (CORS): if that is so for tokens, too, "+
			"customers cannot sign in", i.origin)
	}
	return nil
}

var (
	hiddenElement = regexp.MustCompile(`(?is)<(script|style|head)\b.*?</(script|style|head)>`)
	markup        = regexp.MustCompile(`<[^>]*>`)
)

// textOf returns the beginning of the visible text of an answer, quoted.
func textOf(body []byte) string {
	text := hiddenElement.ReplaceAllString(string(body), " ")
	text = html.UnescapeString(markup.ReplaceAllString(text, " "))
	text = telemetry.Clean(strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), ""))
	if len(text) > maxProviderText {
		text = strings.ToValidUTF8(text[:maxProviderText], "") + "…"
	}
	return fmt.Sprintf("%q", text)
}
