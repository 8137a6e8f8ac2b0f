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

	"github.com/Khan/genqlient/graphql"

	"strand/config"
	"strand/internal/outbound"
	"strand/internal/telemetry"
	"strand/upstream/transport"
)

// systemChecks returns the checks of the upstream systems.
func systemChecks(c *config.Config) []systemCheck {
	var checks []systemCheck
	for _, system := range systemsOf(c) {
		if system.check == nil {
			continue
		}
		o, err := system.options(c, slog.New(slog.DiscardHandler))
		check := systemCheck{system: system.name, url: system.url, limit: transport.ProbeTimeout}
		check.run = func(ctx context.Context) error {
			if err != nil {
				return &hintError{err, "check " + system.prefix + "_CLIENT_CERT, _CLIENT_KEY and _CA"}
			}
			return system.check(ctx, o, system.prefix)
		}
		if system.probe != nil {
			check.read = read(system.newClient, o, system.probe)
		}
		checks = append(checks, check)
	}
	login := &identityCheck{c: c}
	return append(checks, systemCheck{
		system: "identity", url: c.IdentityIssuer, limit: checkTimeout, run: login.run, warnings: &login.warnings,
	}, systemCheck{
		system: "search", url: c.SearchURL, limit: c.UpstreamTimeout,
		run: func(ctx context.Context) error { return checkSearch(ctx, c) },
	})
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

// graphQLAnswer contains the fields of a GraphQL response that a check reads.
type graphQLAnswer struct {
	Data   json.RawMessage
	Errors []struct {
		Message    string
		Extensions struct{ Code string }
	}
}

// checkGraphQL sends the cheapest possible query.
func checkGraphQL(ctx context.Context, o transport.Options, prefix string) error {
	answer, err := askGraphQL(ctx, o, prefix)
	if err != nil {
		return err
	}
	if len(answer.Errors) > 0 {
		return &hintError{
			fmt.Errorf("the answer has an error: %.200s", answer.Errors[0].Message),
			"the endpoint answers GraphQL but refuses the query: check its log, and the permissions of " +
				credentialsOf(prefix),
		}
	}
	return nil
}

// checkPortal sends a query without a token: a refusal proves that the endpoint works.
func checkPortal(ctx context.Context, o transport.Options, prefix string) error {
	answer, err := askGraphQL(ctx, o, prefix)
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

// credentialsOf names the settings with which the server authenticates itself at a system.
func credentialsOf(prefix string) string {
	if prefix == "STRAND_SIS_PORTAL" {
		return prefix + "_HEADERS"
	}
	return prefix + "_TOKEN or " + prefix + "_HEADERS"
}

func askGraphQL(ctx context.Context, o transport.Options, prefix string) (*graphQLAnswer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, o.URL, strings.NewReader(`{"query":"{ __typename }"}`))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/graphql-response+json, application/json")
	if o.Token != "" {
		r.Header.Set("Authorization", "Bearer "+o.Token)
	}
	setting := prefix + "_URL"
	status, mediaType, body, err := sendCheck(r, o.Access, setting)
	if err != nil {
		return nil, err
	}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return nil, &hintError{
			&statusError{status}, "the credentials are missing or not accepted: " + credentialsOf(prefix),
		}
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
func sendCheck(
	r *http.Request, access outbound.Access, setting string,
) (status int, mediaType string, body []byte, err error) {
	client := outbound.NewClient(access.Over(outbound.NewTransport(checkTimeout)), 0)
	answer, err := client.Do(r)
	if err == nil {
		defer answer.Body.Close()
		body, err = io.ReadAll(io.LimitReader(answer.Body, maxCheckAnswer))
	}
	if err != nil {
		return 0, "", nil, unreachable(err, setting)
	}
	if answer.StatusCode >= 300 && answer.StatusCode < 400 {
		target, err := answer.Location() // absolute
		hint := fmt.Sprintf("redirects are not followed: set %s to the target of the redirect", setting)
		if err == nil {
			hint += telemetry.Clean(fmt.Sprintf(" (%s)", target))
		}
		return 0, "", nil, &hintError{&statusError{answer.StatusCode}, hint}
	}
	// A malformed content type counts as not JSON.
	mediaType, _, _ = mime.ParseMediaType(answer.Header.Get("Content-Type"))
	return answer.StatusCode, mediaType, body, nil
}

// unreachable adds a hint to a network error.
func unreachable(err error, setting string) error {
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

// checkSearch requests the search engine's version.
func checkSearch(ctx context.Context, c *config.Config) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.SearchURL, nil)
	if err != nil {
		return err
	}
	access, err := accessTo(c.SearchAccess)
	if err != nil {
		return err
	}
	if c.SearchUser != "" {
		r.SetBasicAuth(c.SearchUser, string(c.SearchPassword))
	}
	status, _, body, err := sendCheck(r, access, "STRAND_SEARCH_URL")
	if err != nil {
		return err
	}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return &hintError{
			&statusError{status},
			"the credentials are not accepted: STRAND_SEARCH_USER, STRAND_SEARCH_PASSWORD or STRAND_SEARCH_HEADERS",
		}
	case status != http.StatusOK || !bytes.Contains(body, []byte(`"cluster_name"`)):
		return &hintError{
			fmt.Errorf("HTTP status %d is not the status of a search engine", status),
			"check STRAND_SEARCH_URL",
		}
	}
	return nil
}
