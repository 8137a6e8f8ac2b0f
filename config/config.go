// Package config reads the settings: defaults, then strand.yaml, then STRAND_* environment variables.
package config

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/rawbytes"
	"github.com/knadh/koanf/v2"
)

//go:embed defaults.yaml
var defaults []byte

// Secret is a setting that never reaches a log.
type Secret string

// String hides the value.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[hidden]"
}

// LogValue hides the value.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// Config is every setting of the server; docs/configuration.md describes them.
type Config struct {
	Addr, AdminAddr     string
	DataDir, ContentDir string
	ClientDir           string
	ClientDevURL        string
	LogLevel, LogFormat string
	Production          bool
	CMSURL              string
	CMSToken            Secret
	CMSWebhookSecret    Secret
	PIMURL              string
	PIMWebhookSecret    Secret
	SISWebhookSecret    Secret
	// SISURL is the public endpoint of sis.
	SISURL string
	// SISPortalURL is the authenticated endpoint of sis; SISDebugLevel is how much it is to write to its log.
	SISPortalURL, SISDebugLevel string
	EmbeddedSISAddr             string
	// SearchURL is a search engine; empty searches in process.
	SearchURL, SearchUser string
	SearchPassword        Secret
	SearchPrefix          string
	// IdentityIssuer is the OpenID identity server; empty starts the embedded one.
	IdentityIssuer, IdentityClientID, IdentityScope string
	IdentityRegistrationURL                         string
	EmbeddedIdentityAddr                            string
	// Services are what the portal leads to elsewhere; empty for what is still to come.
	DirectServiceURL, DirectServiceRegistrationURL string
	WireFlowCloudURL                               string
	MasterDataWMURL, MasterDataMDSURL              string
	LearningURL                                    string
	EmbeddedCMSAddr                                string
	EmbeddedPIMAddr                                string
	UpstreamTimeout                                time.Duration
	CacheSize                                      int
	// UploadSpace is how much the files of forms may take together, in MiB.
	UploadSpace    int
	Renderers      int
	Node           string
	RenderTimeout  time.Duration
	GeoHeader      string
	TrustedProxies []netip.Prefix
	// Secret is what passes are signed with; empty for one that is made and kept in the data folder.
	Secret Secret
	// RouterSecret is what a federation router sends in X-Router-Authorization; empty admits no router.
	RouterSecret Secret
	// Unknown are STRAND_ variables that are no setting: most likely misspelt ones.
	Unknown []string
}

// Error says which setting is wrong, what it holds, and what is allowed.
type Error struct{ Setting, Value, Allowed string }

func (e *Error) Error() string {
	return fmt.Sprintf("setting %s (STRAND_%s): %q is not allowed: %s", e.Setting, strings.ToUpper(e.Setting), e.Value, e.Allowed)
}

// Load reads the settings. path is the settings file, which may be missing; environ is as os.Environ gives it. The error
// joins everything that is wrong, each an *Error.
func Load(path string, environ []string) (*Config, error) {
	k := koanf.New(".")
	if err := k.Load(rawbytes.Provider(defaults), yaml.Parser()); err != nil {
		return nil, fmt.Errorf("read the embedded defaults: %w", err)
	}
	known := k.Keys()
	data, err := os.ReadFile(path)
	switch {
	case err == nil:
		if err := k.Load(rawbytes.Provider(data), yaml.Parser()); err != nil {
			return nil, fmt.Errorf("read the settings file %s: %w", path, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("read the settings file %s: %w", path, err)
	}
	r := &reader{k: k}
	for _, key := range k.Keys() {
		if !slices.Contains(known, key) {
			r.wrong(key, k.String(key), "there is no such setting: the ones there are stand in config/defaults.yaml")
		}
	}
	overrides := map[string]any{}
	var unknown []string
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		key, ok := strings.CutPrefix(name, "STRAND_")
		switch {
		case !ok:
		case slices.Contains(known, strings.ToLower(key)):
			overrides[strings.ToLower(key)] = value
		default:
			unknown = append(unknown, name)
		}
	}
	if err := k.Load(confmap.Provider(overrides, ""), nil); err != nil {
		return nil, fmt.Errorf("read the environment: %w", err)
	}
	c := &Config{
		Addr:         r.address("addr"),
		AdminAddr:    r.address("admin_addr"),
		DataDir:      r.text("data_dir"),
		ContentDir:   r.text("content_dir"),
		ClientDir:    r.text("client_dir"),
		ClientDevURL: r.endpoint("client_dev_url"),
		LogLevel:     r.oneOf("log_level", "none", "error", "warn", "info", "debug"),
		LogFormat:    r.oneOf("log_format", "text", "json"),
		Production:   r.yes("production"),
		CMSURL:       r.endpoint("cms_url"),
		CMSToken:     Secret(k.String("cms_token")),
		PIMURL:       r.endpoint("pim_url"),

		CMSWebhookSecret:        Secret(k.String("cms_webhook_secret")),
		PIMWebhookSecret:        Secret(k.String("pim_webhook_secret")),
		SISWebhookSecret:        Secret(k.String("sis_webhook_secret")),
		EmbeddedCMSAddr:         r.loopback("embedded_cms_addr"),
		EmbeddedPIMAddr:         r.loopback("embedded_pim_addr"),
		SISURL:                  r.endpoint("sis_url"),
		SISPortalURL:            r.endpoint("sis_portal_url"),
		SISDebugLevel:           r.oneOf("sis_debug_level", "none", "error", "warn", "info", "debug"),
		EmbeddedSISAddr:         r.loopback("embedded_sis_addr"),
		IdentityIssuer:          r.endpoint("identity_issuer"),
		IdentityClientID:        r.text("identity_client_id"),
		IdentityScope:           r.text("identity_scope"),
		IdentityRegistrationURL: r.endpoint("identity_registration_url"),
		EmbeddedIdentityAddr:    r.loopback("embedded_identity_addr"),

		DirectServiceURL:             r.endpoint("direct_service_url"),
		DirectServiceRegistrationURL: r.endpoint("direct_service_registration_url"),
		WireFlowCloudURL:             r.endpoint("wire_flow_cloud_url"),
		MasterDataWMURL:              r.endpoint("master_data_wm_url"),
		MasterDataMDSURL:             r.endpoint("master_data_mds_url"),
		LearningURL:                  r.endpoint("learning_url"),

		SearchURL:       r.endpoint("search_url"),
		SearchUser:      k.String("search_user"),
		SearchPassword:  Secret(k.String("search_password")),
		SearchPrefix:    r.text("search_prefix"),
		UpstreamTimeout: r.duration("upstream_timeout", 10*time.Millisecond, time.Minute),
		CacheSize:       r.number("cache_size", 8, 1<<20),
		UploadSpace:     r.number("upload_space", 100, 1<<20),
		Renderers:       r.number("renderers", 0, 64),
		Node:            k.String("node"),
		RenderTimeout:   r.duration("render_timeout", 10*time.Millisecond, time.Minute),
		GeoHeader:       k.String("geo_header"),
		TrustedProxies:  r.prefixes("trusted_proxies"),
		Secret:          Secret(k.String("secret")),
		RouterSecret:    Secret(k.String("router_secret")),
		Unknown:         unknown,
	}
	if c.Secret != "" && len(c.Secret) < 32 {
		r.wrong("secret", c.Secret.String(), "at least 32 characters, or nothing")
	}
	if c.RouterSecret != "" && len(c.RouterSecret) < 32 {
		r.wrong("router_secret", c.RouterSecret.String(), "at least 32 characters, or nothing")
	}
	if c.Production && c.ClientDevURL != "" {
		r.wrong("client_dev_url", c.ClientDevURL, "nothing in production")
	}
	return c, errors.Join(r.errs...)
}

// reader reads typed settings and collects what is wrong.
type reader struct {
	k    *koanf.Koanf
	errs []error
}

func (r *reader) wrong(key, value, allowed string) {
	r.errs = append(r.errs, &Error{Setting: key, Value: value, Allowed: allowed})
}

func (r *reader) text(key string) string {
	s := r.k.String(key)
	if s == "" {
		r.wrong(key, s, "it must not be empty")
	}
	return s
}

func (r *reader) oneOf(key string, allowed ...string) string {
	s := strings.ToLower(r.k.String(key))
	if !slices.Contains(allowed, s) {
		r.wrong(key, s, "one of "+strings.Join(allowed, ", "))
	}
	return s
}

func (r *reader) yes(key string) bool {
	b, err := strconv.ParseBool(r.k.String(key))
	if err != nil {
		r.wrong(key, r.k.String(key), "true or false")
	}
	return b
}

func (r *reader) number(key string, low, high int) int {
	n, err := strconv.Atoi(r.k.String(key))
	if err != nil || n < low || n > high {
		r.wrong(key, r.k.String(key), fmt.Sprintf("a whole number from %d to %d", low, high))
	}
	return n
}

func (r *reader) duration(key string, low, high time.Duration) time.Duration {
	d, err := time.ParseDuration(r.k.String(key))
	if err != nil || d < low || d > high {
		r.wrong(key, r.k.String(key), fmt.Sprintf("a duration such as 3s, from %s to %s", low, high))
	}
	return d
}

func (r *reader) address(key string) string {
	s := r.k.String(key)
	if _, port, err := net.SplitHostPort(s); err != nil || !isPort(port) {
		r.wrong(key, s, "host:port or :port, such as 127.0.0.1:8080")
	}
	return s
}

func (r *reader) loopback(key string) string {
	s := r.k.String(key)
	host, port, err := net.SplitHostPort(s)
	ip, ipErr := netip.ParseAddr(host)
	if err != nil || !isPort(port) || host != "localhost" && (ipErr != nil || !ip.IsLoopback()) {
		r.wrong(key, s, "a loopback address and a port, such as 127.0.0.1:8092; port 0 takes a free one")
	}
	return s
}

func isPort(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 0 && n <= 65535
}

func (r *reader) endpoint(key string) string {
	s := r.k.String(key)
	if s == "" {
		return ""
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		r.wrong(key, s, "an http or https URL, or nothing")
	}
	return s
}

func (r *reader) prefixes(key string) []netip.Prefix {
	values := r.k.Strings(key)
	if text, ok := r.k.Get(key).(string); ok && text != "" {
		values = strings.Split(text, ",")
	}
	var prefixes []netip.Prefix
	for _, v := range values {
		p, err := netip.ParsePrefix(strings.TrimSpace(v))
		if err != nil {
			r.wrong(key, v, "networks such as 10.0.0.0/8, separated by commas")
			continue
		}
		prefixes = append(prefixes, p)
	}
	return prefixes
}
