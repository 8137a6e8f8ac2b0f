package config

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// Access contains the settings with which the server authenticates itself at a system, in addition to tokens.
type Access struct {
	Headers    Secret `key:"headers" kind:"headers" help:"Headers of all requests to {system}, such as x-api-key=secret,tenant=a; special characters in values are percent-encoded, such as a space as %20."`
	ClientCert Secret `key:"client_cert" help:"The client certificate for {system} with its chain (PEM)."`
	ClientKey  Secret `key:"client_key" help:"The private key of the client certificate for {system} (PEM)."`
	CA         Secret `key:"ca" help:"The certificate authorities that {system}'s certificate may be signed by (PEM). Empty uses those of the operating system."`
}

// TLS returns the TLS configuration for a system; nil for the default one. Errors contain nothing of the settings.
func (a Access) TLS() (*tls.Config, error) {
	if a.ClientCert == "" && a.ClientKey == "" && a.CA == "" {
		return nil, nil
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if a.ClientCert != "" || a.ClientKey != "" {
		certificate, err := tls.X509KeyPair([]byte(a.ClientCert), []byte(a.ClientKey))
		if err != nil {
			return nil, errors.New("the client certificate and its key do not match, or are not PEM")
		}
		c.Certificates = []tls.Certificate{certificate}
	}
	if a.CA != "" {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM([]byte(a.CA)) {
			return nil, errors.New("the certificate authority is not PEM")
		}
	}
	return c, nil
}

// HTTPHeaders returns the headers of all requests to a system.
func (a Access) HTTPHeaders() http.Header {
	headers, _ := parseHeaders(string(a.Headers)) // Load has refused others
	return headers
}

// connectionHeaders are headers that the HTTP client sets itself.
var connectionHeaders = []string{
	"Connection", "Content-Length", "Content-Type", "Host", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// parseHeaders reads headers in the format of OTEL_EXPORTER_OTLP_HEADERS.
func parseHeaders(text string) (headers http.Header, ok bool) {
	headers = http.Header{}
	if text == "" {
		return headers, true
	}
	for pair := range strings.SplitSeq(text, ",") {
		name, encoded, found := strings.Cut(pair, "=")
		name = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
		value, err := url.PathUnescape(strings.TrimSpace(encoded))
		if err != nil || !found || !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
			return nil, false
		}
		headers.Add(name, value)
	}
	return headers, true
}

// areSystemHeaders reports whether a text contains headers that a setting may add to requests.
func areSystemHeaders(text string) bool {
	headers, ok := parseHeaders(text)
	return ok && !slices.ContainsFunc(connectionHeaders, func(name string) bool { return headers.Get(name) != "" })
}

// accessProblems lists what is wrong with the access to systems.
func (c *Config) accessProblems() (problems []string) {
	for _, system := range c.accesses() {
		if _, err := system.access.TLS(); err != nil {
			problems = append(problems, system.variable+"_CLIENT_CERT, _CLIENT_KEY, _CA: "+err.Error()+".")
		}
		if system.token != "" && system.access.HTTPHeaders().Get("Authorization") != "" {
			problems = append(problems, system.variable+"_HEADERS contains Authorization, which is the header of "+
				system.token+". Set one of them.")
		}
	}
	return problems
}

func variableIf(value Secret, variable string) string {
	if value == "" {
		return ""
	}
	return variable
}

// RoleNames returns the roles that roles of the identity server stand for.
func (c *Config) RoleNames() map[string]string {
	names := map[string]string{}
	for _, pair := range c.IdentityRoleNames {
		name, role, _ := CutPair(pair) // Load has checked it
		names[name] = role
	}
	return names
}
