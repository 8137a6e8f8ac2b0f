package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/Khan/genqlient/graphql"
	"github.com/coreos/go-oidc/v3/oidc"

	"strand/config"
	"strand/domain/signedtoken"
	"strand/internal/database"
	"strand/internal/httpserver"
	"strand/internal/outbound"
	"strand/internal/shared"
	"strand/internal/stores"
	"strand/internal/telemetry"
	"strand/internal/uploads"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/translation"
	"strand/upstream/transport"
)

const (
	// checkTimeout limits the check of a part that the server does not limit.
	checkTimeout = 10 * time.Second
	// maxCheckAnswer limits the number of bytes read of a response.
	maxCheckAnswer = 1 << 20
)

// CheckResult is the result of checking one part of the configuration.
type CheckResult struct {
	// System is the name of the checked part: `cms`.
	System string
	// URL has no credentials; it is empty if none is configured.
	URL string
	// Took is the duration of the check, Read that of reading what every page needs; zero for none.
	Took, Read time.Duration
	// Err is the problem; nil if there is none.
	Err error
	// Hint tells the operator what to check; empty without a problem.
	Hint string
}

// hintError is an error with a hint for the operator.
type hintError struct {
	cause error
	hint  string
}

func (p *hintError) Error() string { return telemetry.Clean(p.cause.Error()) }
func (p *hintError) Unwrap() error { return p.cause }

// systemCheck is the check of one part.
type systemCheck struct {
	system, url string
	// limit bounds the check as /readyz or the websites do.
	limit time.Duration
	run   func(ctx context.Context) error
	// read reads what every page needs, with the websites' client; nil for nothing.
	read func(ctx context.Context) error
}

// Check sends a request to every configured upstream system, and writes a probe to every store. It changes nothing
// else. Its limits are those of the running server.
func Check(ctx context.Context, c *config.Config) []CheckResult {
	graphQL := func(url, setting string, token config.Secret, tokenSetting string) func(context.Context) error {
		return func(ctx context.Context) error { return checkGraphQL(ctx, url, setting, token, tokenSetting) }
	}
	options := func(url string, token config.Secret) transport.Options {
		return transport.Options{
			URL:     url,
			Token:   string(token),
			Timeout: c.UpstreamTimeout,
			Logger:  slog.New(slog.DiscardHandler),
		}
	}
	ofCMS := options(c.CMSURL, c.CMSToken)
	ofCMS.PageSize = c.CMSPageSize
	checks := []systemCheck{
		{
			cms.System, c.CMSURL, transport.ProbeTimeout,
			graphQL(c.CMSURL, "STRAND_CMS_URL", c.CMSToken, "STRAND_CMS_TOKEN"),
			read(cms.NewClient, ofCMS, cms.Probe),
		},
		{
			pim.System, c.PIMURL, transport.ProbeTimeout, graphQL(c.PIMURL, "STRAND_PIM_URL", "", ""),
			read(pim.NewClient, options(c.PIMURL, ""), pim.Probe),
		},
		{
			sis.System, c.SISURL, transport.ProbeTimeout, graphQL(c.SISURL, "STRAND_SIS_URL", "", ""),
			read(sis.NewClient, options(c.SISURL, ""), sis.Probe),
		},
		{
			"sis-portal", c.SISPortalURL, transport.ProbeTimeout,
			func(ctx context.Context) error { return checkPortal(ctx, c.SISPortalURL) }, nil,
		},
		{
			"identity", c.IdentityIssuer, c.UpstreamTimeout,
			func(ctx context.Context) error { return checkIdentity(ctx, c.IdentityIssuer) }, nil,
		},
		{
			translation.System, c.TranslationURL, transport.ProbeTimeout,
			graphQL(c.TranslationURL, "STRAND_TRANSLATION_URL", c.TranslationToken, "STRAND_TRANSLATION_TOKEN"), nil,
		},
		{
			"search", c.SearchURL, c.UpstreamTimeout,
			func(ctx context.Context) error { return checkSearch(ctx, c) }, nil,
		},
		{"app", c.ClientDir, checkTimeout, func(context.Context) error { return checkClient(c) }, nil},
	}
	if c.TLSCert != "" {
		run := func(context.Context) error { return checkCertificate(c) }
		checks = append(checks, systemCheck{"certificate", c.TLSCert, checkTimeout, run, nil})
	}
	checks = append(checks, storeChecks(c)...)
	results := make([]CheckResult, len(checks))
	var wg sync.WaitGroup
	for i, check := range checks {
		results[i] = CheckResult{System: check.system, URL: check.url}
		if strings.Contains(check.url, "://") {
			results[i].URL = outbound.MaskURL(check.url)
		}
		if check.url != "" {
			wg.Go(func() { check.do(ctx, c, &results[i]) })
		}
	}
	wg.Wait()
	return results
}

// do runs a check, then reads what the websites need.
func (s *systemCheck) do(ctx context.Context, c *config.Config, result *CheckResult) {
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	started := time.Now()
	err := s.run(limited)
	result.Took = time.Since(started)
	if err != nil && limited.Err() != nil {
		err = &hintError{
			fmt.Errorf("no answer within %s: %w", s.limit, err),
			"the server reports such a system as down: check firewalls, proxies (HTTPS_PROXY) and the system's load",
		}
	}
	if err == nil && s.read != nil {
		started = time.Now()
		err = s.read(ctx)
		result.Read = time.Since(started)
		if err != nil {
			err = &hintError{
				fmt.Errorf("read what every page needs: %w", err),
				"the system answers, but not what the websites ask: compare its schema with upstream/" + s.system +
					"/contract.graphql, and its duration with STRAND_UPSTREAM_TIMEOUT",
			}
		}
	}
	result.Err = err
	if hinted := new(hintError); errors.As(err, &hinted) {
		result.Hint = hinted.hint
	} else if budget := c.DataTimeout - renderReserve; result.Read > budget {
		result.Hint = fmt.Sprintf("slow: pages wait %s for all systems together (STRAND_DATA_TIMEOUT), then they are "+
			"sent without this one", budget)
	}
}

// read returns a function that reads with a client of the websites.
func read(
	newClient func(transport.Options) (*transport.Client, error),
	o transport.Options,
	probe func(context.Context, graphql.Client) error,
) func(context.Context) error {
	return func(ctx context.Context) error {
		client, err := newClient(o)
		if err != nil {
			return err
		}
		return probe(ctx, client)
	}
}

// checkCertificate reads the certificate of the websites.
func checkCertificate(c *config.Config) error {
	certificate, err := httpserver.LoadCertificate(c.TLSCert, c.TLSKey, slog.New(slog.DiscardHandler))
	if err == nil {
		err = certificate.CheckValid(time.Now())
	}
	if err != nil {
		return &hintError{err, "browsers refuse the websites: STRAND_TLS_CERT, STRAND_TLS_KEY"}
	}
	return nil
}

// storeChecks write to the stores of the data folder. Databases are neither created nor migrated.
func storeChecks(c *config.Config) []systemCheck {
	var checks []systemCheck
	for _, folder := range []struct{ name, dir string }{
		{"data folder", c.DataDir}, {"uploads", UploadsDir(c)}, {"images", imageDir(c)}, {"snapshots", snapshotDir(c)},
	} {
		run := func(context.Context) error {
			if err := stores.ProbeFolder(folder.dir); err != nil {
				return &hintError{err, "give the server's user write permission, and free space: STRAND_DATA_DIR"}
			}
			return nil
		}
		checks = append(checks, systemCheck{folder.name, folder.dir, checkTimeout, run, nil})
	}
	if c.S3URL != "" {
		run := func(ctx context.Context) error { return checkBucket(ctx, c) }
		checks = append(checks, systemCheck{"bucket", uploads.BucketName(string(c.S3URL)), checkTimeout, run, nil})
	}
	if c.RedisURL != "" {
		run := func(ctx context.Context) error {
			connection, err := shared.Open(
				ctx, string(c.RedisURL), c.RedisPrefix, signedtoken.Key{}, slog.New(slog.DiscardHandler),
			)
			if err != nil {
				return &hintError{err, "without it the server does not start: STRAND_REDIS_URL"}
			}
			connection.Close()
			return nil
		}
		checks = append(checks, systemCheck{"redis", "(STRAND_REDIS_URL)", checkTimeout, run, nil})
	}
	if c.DatabaseURL != "" {
		run := func(ctx context.Context) error { return checkDatabase(ctx, c) }
		return append(checks, systemCheck{"database", databaseName(c), checkTimeout, run, nil})
	}
	for _, store := range []string{"outbox", "revocations", "translations"} {
		file := location(c, nil, store+".db").File
		run := func(ctx context.Context) error {
			if text, action := database.ProbeFile(ctx, file); text != "" {
				return &hintError{errors.New(text), action}
			}
			return nil
		}
		checks = append(checks, systemCheck{store, file, checkTimeout, run, nil})
	}
	return checks
}

// MissingSecret is a secret that is not set, and what does not work without it.
type MissingSecret struct{ Setting, Effect string }

// MissingSecrets returns the secrets that are not set.
func MissingSecrets(c *config.Config) []MissingSecret {
	const late = "changes of its records are seen when the cache expires, after up to half an hour"
	var missing []MissingSecret
	for _, secret := range []struct {
		value           config.Secret
		setting, effect string
	}{
		{c.CMSWebhookSecret, "STRAND_CMS_WEBHOOK_SECRET", late},
		{c.PIMWebhookSecret, "STRAND_PIM_WEBHOOK_SECRET", late},
		{c.SISWebhookSecret, "STRAND_SIS_WEBHOOK_SECRET", "tickets are polled"},
		{c.IdentityWebhookSecret, "STRAND_IDENTITY_WEBHOOK_SECRET", "roles are read again each second"},
		{c.TranslationWebhookSecret, "STRAND_TRANSLATION_WEBHOOK_SECRET", "translations are polled"},
		{c.Secret, "STRAND_SECRET", "a key is made in the data folder, which all servers must share then"},
		{c.EditorPassword, "STRAND_EDITOR_PASSWORD", "the editor area is closed"},
		{c.RouterSecret, "STRAND_ROUTER_SECRET", "federation routers are refused in production"},
		{c.SMTPURL, "STRAND_SMTP_URL", "requests are not confirmed by mail"},
	} {
		if secret.value == "" {
			missing = append(missing, MissingSecret{secret.setting, secret.effect})
		}
	}
	return missing
}

// graphQLAnswer contains the fields of a GraphQL response that a check reads.
type graphQLAnswer struct {
	Data   json.RawMessage
	Errors []struct {
		Message    string
		Extensions struct{ Code string }
	}
}

// checkGraphQL sends the cheapest possible query.
func checkGraphQL(ctx context.Context, url, setting string, token config.Secret, tokenSetting string) error {
	answer, err := askGraphQL(ctx, url, setting, token, tokenSetting)
	if err != nil {
		return err
	}
	if len(answer.Errors) > 0 {
		hint := "the endpoint answers GraphQL but refuses the query: check its log"
		if tokenSetting != "" {
			hint = "check the permissions of the token (" + tokenSetting + ")"
		}
		return &hintError{fmt.Errorf("the answer has an error: %.200s", answer.Errors[0].Message), hint}
	}
	return nil
}

// checkPortal sends a query without a token: a refusal proves that the endpoint works.
func checkPortal(ctx context.Context, url string) error {
	answer, err := askGraphQL(ctx, url, "STRAND_SIS_PORTAL_URL", "", "")
	if refused := new(statusError); errors.As(err, &refused) && refused.status == http.StatusUnauthorized {
		return nil
	}
	if err != nil {
		return err
	}
	if len(answer.Errors) > 0 && answer.Errors[0].Extensions.Code != "UNAUTHENTICATED" {
		err := fmt.Errorf("the answer has an error: %.200s", answer.Errors[0].Message)
		return &hintError{err, "check the log of sis"}
	}
	return nil
}

// statusError is an unexpected HTTP status.
type statusError struct{ status int }

func (e *statusError) Error() string { return fmt.Sprintf("HTTP status %d", e.status) }

func askGraphQL(ctx context.Context, url, setting string, token config.Secret,
	tokenSetting string) (*graphQLAnswer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`{"query":"{ __typename }"}`))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/graphql-response+json, application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+string(token))
	}
	status, mediaType, body, err := sendCheck(r, setting)
	if err != nil {
		return nil, err
	}
	switch {
	case (status == http.StatusUnauthorized || status == http.StatusForbidden) && tokenSetting != "":
		return nil, &hintError{&statusError{status}, "the token is missing or not accepted: " + tokenSetting}
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed:
		return nil, &hintError{&statusError{status}, "the server has no GraphQL endpoint at this path: " + setting}
	case status >= http.StatusInternalServerError:
		return nil, &hintError{&statusError{status}, "the system responds and fails: check its log"}
	case !strings.Contains(mediaType, "json"):
		return nil, &hintError{fmt.Errorf("HTTP status %d with %q, which is not JSON", status, mediaType),
			"this is not a GraphQL endpoint, or a proxy responds instead of it: " + setting}
	}
	answer := &graphQLAnswer{}
	if err := json.Unmarshal(body, answer); err != nil || len(answer.Data) == 0 && len(answer.Errors) == 0 {
		if status != http.StatusOK {
			return nil, &hintError{&statusError{status}, "check the log of the system"}
		}
		return nil, &hintError{
			errors.New("the response is not a GraphQL response"),
			"this is not a GraphQL endpoint: " + setting,
		}
	}
	return answer, nil
}

// sendCheck sends a request. The error has a hint.
func sendCheck(r *http.Request, setting string) (status int, mediaType string, body []byte, err error) {
	client := outbound.NewClient(outbound.NewTransport(checkTimeout), 0)
	answer, err := client.Do(r)
	if err == nil {
		defer answer.Body.Close()
		body, err = io.ReadAll(io.LimitReader(answer.Body, maxCheckAnswer))
	}
	if err != nil {
		return 0, "", nil, unreachable(err, setting)
	}
	if answer.StatusCode >= 300 && answer.StatusCode < 400 {
		return 0, "", nil, &hintError{&statusError{answer.StatusCode},
			fmt.Sprintf("redirects are not followed: set %s to the target of the redirect (%s)", setting,
				outbound.MaskURL(answer.Header.Get("Location")))}
	}
	// A malformed content type counts as not JSON.
	mediaType, _, _ = mime.ParseMediaType(answer.Header.Get("Content-Type"))
	return answer.StatusCode, mediaType, body, nil
}

// unreachable adds a hint to a network error.
func unreachable(err error, setting string) error {
	err = outbound.MaskError(err)
	var name *net.DNSError
	var network net.Error
	switch {
	case errors.As(err, &name):
		return &hintError{err, "the host does not exist: check " + setting}
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return &hintError{err, "no response in time: check firewalls and proxies (HTTPS_PROXY)"}
	case strings.Contains(err.Error(), "certificate"), strings.Contains(err.Error(), "tls:"):
		return &hintError{err, "the TLS connection fails: check the certificate, and the scheme in " + setting}
	}
	return &hintError{err, "cannot connect: check " + setting + " and whether the system is running"}
}

// checkIdentity reads the discovery document and the keys.
func checkIdentity(ctx context.Context, issuer string) error {
	const setting = "STRAND_IDENTITY_ISSUER"
	provider, err := oidc.NewProvider(ctx, issuer)
	if err != nil {
		err = outbound.MaskError(err)
		if strings.Contains(err.Error(), "did not match") {
			return &hintError{err, "set " + setting + " to exactly the issuer in the discovery document"}
		}
		if network := new(net.OpError); errors.As(err, &network) || ctx.Err() != nil {
			return unreachable(err, setting)
		}
		return &hintError{err, "no OpenID provider found at this URL: " + setting}
	}
	var claims struct {
		Keys string `json:"jwks_uri"`
	}
	if err := provider.Claims(&claims); err != nil {
		return &hintError{err, "the discovery document cannot be read"}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, claims.Keys, nil)
	if err != nil {
		return &hintError{err, "jwks_uri of the discovery document is not a URL"}
	}
	status, _, body, err := sendCheck(r, "jwks_uri of the identity server")
	if err != nil {
		return err
	}
	var set struct{ Keys []json.RawMessage }
	if status != http.StatusOK {
		err = &statusError{status}
	} else if err = json.Unmarshal(body, &set); err == nil && len(set.Keys) == 0 {
		err = errors.New("the key set is empty")
	}
	if err != nil {
		return &hintError{fmt.Errorf("read the keys at %s: %w", outbound.MaskURL(claims.Keys), err),
			"ID tokens cannot be verified without the keys"}
	}
	return nil
}

// checkSearch requests the search engine's version.
func checkSearch(ctx context.Context, c *config.Config) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.SearchURL, nil)
	if err != nil {
		return err
	}
	if c.SearchUser != "" {
		r.SetBasicAuth(c.SearchUser, string(c.SearchPassword))
	}
	status, _, body, err := sendCheck(r, "STRAND_SEARCH_URL")
	if err != nil {
		return err
	}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return &hintError{
			&statusError{status},
			"user or password are not accepted: STRAND_SEARCH_USER, STRAND_SEARCH_PASSWORD",
		}
	case status != http.StatusOK || !bytes.Contains(body, []byte(`"cluster_name"`)):
		return &hintError{
			fmt.Errorf("HTTP status %d is not the status of a search engine", status),
			"check STRAND_SEARCH_URL",
		}
	}
	return nil
}

// databaseName returns the address of the database without user and password.
func databaseName(c *config.Config) string { return database.Name(string(c.DatabaseURL)) }

// checkDatabase connects to the database and checks that it can be written.
func checkDatabase(ctx context.Context, c *config.Config) error {
	server, err := OpenDatabase(ctx, c)
	if err != nil {
		return &hintError{err, database.Action(err)}
	}
	return server.Close()
}

// checkBucket writes a file into the bucket, and removes it.
func checkBucket(ctx context.Context, c *config.Config) error {
	if _, err := openBucket(ctx, c); err != nil {
		return &hintError{err, "check the URL, the key with its secret and permissions, and the bucket: STRAND_S3_URL"}
	}
	return nil
}
