// Package config reads the settings: defaults, then strand.yaml, then STRAND_* environment variables.
package config

import (
	"log/slog"
	"net/netip"
	"slices"
	"time"
)

//go:generate go run ../tools/configdoc

// Secret is a setting whose value is never logged.
type Secret string

// hidden replaces values that must not be seen.
const hidden = "[hidden]"

// String hides the value.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return hidden
}

// LogValue hides the value.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// UnknownVariable is a STRAND_ variable that is not a setting.
type UnknownVariable struct {
	Name string
	// Similar is the variable of a setting with nearly the same name; empty for none.
	Similar string
}

// Config contains every setting of the product. Its tags are the only description of the settings: defaults, parsing,
// checks, docs/configuration.md, docs/configuration.schema.json and `strand --help` are generated from them. Run `go
// generate ./config` after a change.
//
//   - key is the name in strand.yaml; the variable is STRAND_ and the key in capitals
//   - default is the default value
//   - kind is the format of a text: text (not empty), any, addr, level, loopback, url, origin,
//     origins, hosts, header, template, index, pairs; other types need none
//   - schemes lists the schemes of a secret that is a URL, separated by spaces
//   - guard is what a secret protects in production, which decides how strong it must be: key (at least 32
//     characters) or password
//   - allowed lists the values of a text, separated by spaces
//   - min and max bound numbers, durations and, for secrets, the length; unit is that of a number
//   - help is the description
//   - access is the prefix of the keys of an Access, system what its descriptions name
//
// Each secret can be read from a file: its variable with _FILE, or its key with _file, is the path.
//
// A tag cannot be broken into lines, which is why some lines are long.
type Config struct {
	_              struct{}      `section:"Server"`
	Addr           string        `key:"addr" default:":8080" kind:"addr" help:"The listen address of the websites."`
	AdminAddr      string        `key:"admin_addr" default:"127.0.0.1:9090" kind:"addr" help:"The listen address of health, metrics and profiles. Do not expose it."`
	AdminHosts     []string      `key:"admin_hosts" kind:"hosts" help:"Host names of the admin port, for example in a monitoring network. Loopback names and its own IP address are always allowed; every other Host header is refused."`
	TLSCert        string        `key:"tls_cert" kind:"any" help:"The file of the certificate with its chain (PEM), with which the websites are served over https and HTTP/2. It is read again when it changes. Empty serves http, for a proxy that has the certificate."`
	TLSKey         string        `key:"tls_key" kind:"any" help:"The file of the certificate's private key (PEM)."`
	Origin         string        `key:"origin" kind:"origin" help:"The public origin of the main site, such as https://www.example.com. With https, all links use https, cookies are Secure and responses carry HSTS, whatever a proxy sends. Empty uses the scheme and host of the request."`
	Hosts          []string      `key:"hosts" kind:"hosts" help:"Further hosts beside the domains of the sites, each with its port if it differs from that of the server, such as strand.internal:4000. In production every other host is refused (421)."`
	DataDir        string        `key:"data_dir" default:"./data" kind:"text" help:"The folder for data that is written at run time: databases, uploads, transformed pictures."`
	ClientDir      string        `key:"client_dir" default:"./client/dist" kind:"text" help:"The folder with the built client; the server is not ready while it is incomplete."`
	ClientDevURL   string        `key:"client_dev_url" kind:"url" help:"A development server of the client, whose modules replace the built ones; not in production."`
	LogLevel       string        `key:"log_level" default:"info" kind:"level" help:"The log level."`
	LogFormat      string        `key:"log_format" default:"text" allowed:"text json" help:"The format of log events."`
	Production     bool          `key:"production" default:"false" help:"Production mode: callers of the graph, except federation routers, may send persisted operations only, hosts that are not configured are refused, and the server does not start with secrets that can be guessed."`
	RouterSecret   Secret        `key:"router_secret" guard:"key" min:"32" help:"The secret that a federation router sends in X-Router-Authorization. In production a router needs it to send its own operations. Empty refuses routers."`
	EditorPassword Secret        `key:"editor_password" guard:"password" min:"6" help:"The password of the editor area; in production at least 12 characters, and not one that is easily guessed. Empty closes the area."`
	ReportOrigins  []string      `key:"report_external_origins" kind:"origins" help:"Origins of other hosts whose pages the content report of the editor area requests to find dead links. Empty requests none; links to other hosts are only listed."`
	DrainDelay     time.Duration `key:"drain_delay" default:"1s" min:"0s" max:"5m" help:"How long /readyz answers 503 before the server stops accepting connections, so that load balancers notice."`
	CacheSize      int           `key:"cache_size" default:"256" min:"8" max:"1048576" unit:"MiB" help:"The maximum size of the cache."`
	ImageSpace     int           `key:"image_space" default:"1024" min:"1" max:"1048576" unit:"MiB" help:"The maximum total size of transformed pictures on disk. The least recently used ones are removed."`
	UploadSpace    int           `key:"upload_space" default:"10240" min:"100" max:"1048576" unit:"MiB" help:"The maximum total size of files of forms that are not delivered yet; more are refused (507)."`
	MaxConnections int           `key:"connections_per_address" default:"500" min:"0" max:"1048576" help:"The maximum number of open connections per IP address, or per /64 network of IPv6; more are closed. Loopback and trusted proxies are not counted. 0 sets no limit."`
	Renderers      int           `key:"renderers" default:"2" min:"0" max:"64" help:"The number of threads that render HTML; 0 leaves rendering to the browser."`
	Node           string        `key:"node" kind:"any" help:"The path of Node for them. Empty uses the Node in the node_modules of the client's folder or of a folder above it, otherwise that on the PATH."`
	RenderTimeout  time.Duration `key:"render_timeout" default:"2s" min:"10ms" max:"1m" help:"The maximum duration of one rendering."`
	Secret         Secret        `key:"secret" guard:"key" min:"32" help:"The key for signed tokens and sealed URLs; it must be the same for all replicas. Empty generates one and stores it in the database of database_url, or in the data folder."`

	PreviousSecrets []Secret `key:"previous_secrets" guard:"key" min:"32" help:"Further keys whose tokens are valid and that sign nothing, separated by commas: the previous key after a change of secret, and the next one before it."`
	DatabaseURL     Secret   `key:"database_url" schemes:"postgres postgresql" help:"The PostgreSQL database for submissions, revoked tokens, translation orders and the generated key, such as postgres://user:password@db.example.com:5432/strand?sslmode=verify-full. Servers that share it work as one. Empty uses SQLite files in the data folder."`
	S3URL           Secret   `key:"s3_url" schemes:"https http" help:"The bucket for the files of forms, in Amazon S3 or a service with the same protocol, such as https://key:secret@s3.example.com/bucket/prefix?region=eu-central-1 (the prefix may be left out; in key and secret, / is written %2F and + is written %2B). Servers that share a database must share it, so that any of them resumes an upload and delivers a form. Empty uses the data folder."`

	_                  struct{} `section:"Limits of queries"`
	QueryCostAnonymous int      `key:"query_cost_anonymous" default:"20000" min:"0" max:"1000000000" help:"The maximum cost of one operation of an anonymous caller of the graph, counted by @cost and @listSize in the schema; 0 sets no limit, here and below."`
	QueryCostUser      int      `key:"query_cost_user" default:"40000" min:"0" max:"1000000000" help:"The maximum cost of one operation of a signed-in user."`
	QueryCostEmployee  int      `key:"query_cost_employee" default:"60000" min:"0" max:"1000000000" help:"The maximum cost of one operation of an employee."`
	QueryCostEditor    int      `key:"query_cost_editor" default:"60000" min:"0" max:"1000000000" help:"The maximum cost of one operation of an editor."`
	QueryCostRouter    int      `key:"query_cost_router" default:"100000" min:"0" max:"1000000000" help:"The maximum cost of one operation of a federation router."`
	CallerRequests     int      `key:"caller_requests" default:"16" min:"0" max:"100000" help:"The maximum number of concurrent operations of one caller (a user, otherwise an IP address); more wait."`
	SearchLimit        int      `key:"search_limit" default:"240" min:"0" max:"1000000000" help:"The maximum number of searches and suggestions of one caller per minute."`

	_           struct{} `section:"Several servers"`
	RedisURL    Secret   `key:"redis_url" schemes:"redis rediss valkey valkeys unix" help:"Redis or Valkey, such as rediss://user:password@redis.example.com:6379/0 (redis:// without TLS), which connects several servers: shared cache, change events, counters of rate limits. The server does not start if it cannot be reached; if it is lost later, each server continues alone. Empty for a single server."`
	RedisPrefix string   `key:"redis_prefix" default:"strand" kind:"text" help:"The prefix of all keys in Redis: servers of one website have the same."`
	AssetDir    string   `key:"asset_dir" kind:"any" help:"A folder that all servers share. Each copies the scripts and styles of its build into it, so that they are found during and after an upgrade whichever server is asked; those that no server has started with for 30 days are removed. Empty serves the own build only."`

	_              struct{}       `section:"Behind a proxy"`
	GeoHeader      string         `key:"geo_header" kind:"header" help:"The header in which a trusted proxy sends the visitor's country, such as CF-IPCountry. Empty for none."`
	TrustedProxies []netip.Prefix `key:"trusted_proxies" help:"Networks of the proxies whose X-Forwarded-For, -Proto and -Host headers are trusted."`

	_                        struct{}      `section:"Upstream systems"`
	CMSURL                   string        `key:"cms_url" kind:"url" help:"The content API of the CMS, the only system that is required."`
	CMSToken                 Secret        `key:"cms_token" help:"The token for the content API of the CMS."`
	CMSPageSize              int           `key:"cms_page_size" default:"100" min:"2" max:"1000" help:"The number of entries of a list that the CMS returns at most: 100 for a Hygraph project, 1000 for one made before June 2022. Longer lists are read in parts of this size."`
	CMSLag                   time.Duration `key:"cms_lag" default:"0s" min:"0s" max:"10m" help:"How long the CMS may return former content after a change that its webhook reports, because of the caches in front of it: 30s for Hygraph. The change is handled again then. 0 for a CMS that returns the new content at once."`
	CMSWebhookSecret         Secret        `key:"cms_webhook_secret" guard:"key" help:"The secret that signs the CMS's webhooks; in production at least 32 characters. Empty refuses them."`
	CMSEditURL               string        `key:"cms_edit_url" kind:"template" help:"The URL of an entry in the CMS's editor, with {type}, {id}, {field}, {locale} and {stage} for those of a value. Empty for none."`
	CMSStudioOrigins         []string      `key:"cms_studio_origins" kind:"origins" help:"Origins of the CMS's editor, whose pages may show previews in a frame. Such a frame needs a preview link with a token."`
	MediaOrigins             []string      `key:"media_origins" kind:"origins" help:"Origins of other hosts whose pictures and films pages show, such as https://*.graphassets.com for those of Hygraph. Files of the CMS's own host come through this server and need no entry."`
	PIMURL                   string        `key:"pim_url" kind:"url" help:"The GraphQL endpoint of the PIM. Empty for websites without products and services."`
	PIMToken                 Secret        `key:"pim_token" help:"The token for the PIM."`
	PIMWebhookSecret         Secret        `key:"pim_webhook_secret" guard:"key" help:"The secret that signs the PIM's webhooks; in production at least 32 characters. Empty refuses them."`
	PIMEditURL               string        `key:"pim_edit_url" kind:"template" help:"The URL of a record in the PIM's editor, as for cms_edit_url."`
	SISURL                   string        `key:"sis_url" kind:"url" help:"The public endpoint of sis. Empty for websites without forms and data for investors."`
	SISToken                 Secret        `key:"sis_token" help:"The token for the public endpoint of sis."`
	SISPortalURL             string        `key:"sis_portal_url" kind:"url" help:"The authenticated endpoint of sis, for accounts, tickets, machines and users. Empty for a portal without them."`
	SISDebugLevel            string        `key:"sis_debug_level" default:"none" kind:"level" help:"The log level of sis for calls on behalf of a customer."`
	SISWebhookSecret         Secret        `key:"sis_webhook_secret" guard:"key" help:"The secret that signs sis's webhooks; in production at least 32 characters. Empty refuses them."`
	IdentityIssuer           string        `key:"identity_issuer" kind:"url" help:"The issuer of the OpenID identity server. Empty for websites without the customer portal."`
	IdentityClientID         string        `key:"identity_client_id" default:"portal" kind:"text" help:"The client id of the portal at the identity server."`
	IdentityOrigins          []string      `key:"identity_origins" kind:"origins" help:"Further origins of the identity server's endpoints for tokens, user info, revocation and login, if they differ from that of the issuer: pages may call no others."`
	IdentityScope            string        `key:"identity_scope" default:"openid profile email fr:idm:*" kind:"text" help:"The scope that the browser requests when a customer signs in."`
	IdentityRolesClaim       string        `key:"identity_roles_claim" default:"roles" kind:"text" help:"The claim of ID tokens and user info with the roles of a user, or the path to it, such as realm_access.roles (Keycloak) or groups (Entra)."`
	IdentityRoleNames        []string      `key:"identity_role_names" kind:"pairs" help:"The roles that roles of the identity server stand for, such as portal-admins=kmx_delegatedadmin_extern,service=kmx_int_serviceticketing_active; special characters are percent-encoded. Others are kept as they are."`
	IdentityRegistrationURL  string        `key:"identity_registration_url" kind:"url" help:"The registration page; the parameter goto is added. Empty if visitors cannot register."`
	IdentityWebhookSecret    Secret        `key:"identity_webhook_secret" guard:"key" help:"The secret that signs the identity server's webhooks; in production at least 32 characters. Empty refuses them."`
	CMSWriteToken            Secret        `key:"cms_write_token" help:"The permanent token with which translations are written to the CMS. Empty uses cms_token."`
	TranslationURL           string        `key:"translation_url" kind:"url" help:"The GraphQL endpoint of the translation service. Empty for websites whose pages are translated in the CMS."`
	TranslationToken         Secret        `key:"translation_token" help:"The token for the translation service."`
	TranslationWebhookSecret Secret        `key:"translation_webhook_secret" guard:"key" help:"The secret that signs the translation service's webhooks; in production at least 32 characters. Empty refuses them."`
	TranslationPoll          time.Duration `key:"translation_poll" default:"1m" min:"1s" max:"24h" help:"The interval at which unfinished translations are polled, in case their webhook was lost."`
	SMTPURL                  Secret        `key:"smtp_url" schemes:"smtp smtps" help:"The mail server that confirms requests for products, such as smtp://user:password@mail.example.com:587 (STARTTLS, which another host than the own one must offer) or smtps://… (TLS). Empty sends no mails, and pages do not promise any."`
	MailFrom                 string        `key:"mail_from" kind:"any" help:"The address that mails come from, such as Strand Group <no-reply@example.com>. It is required with smtp_url."`
	SecurityContact          string        `key:"security_contact" kind:"any" help:"The mail address to which vulnerabilities are reported, such as security@example.com: /.well-known/security.txt names it. Empty for none."`
	SearchURL                string        `key:"search_url" kind:"url" help:"A search engine with the API of OpenSearch and Elasticsearch. Empty searches in process."`
	SearchUser               string        `key:"search_user" kind:"any" help:"The user name for the search engine."`
	SearchPassword           Secret        `key:"search_password" help:"The password of that user."`
	SearchPrefix             string        `key:"search_prefix" default:"strand" kind:"index" help:"The prefix of its index names, such as strand in strand-main-de-v3."`
	UpstreamTimeout          time.Duration `key:"upstream_timeout" default:"3s" min:"10ms" max:"1m" help:"The maximum duration of one call to an upstream system, including retries."`
	DataTimeout              time.Duration `key:"data_timeout" default:"2.9s" min:"1s" max:"1m" help:"How long a query waits for upstream systems, all its calls together. A page waits 0.7 s less, so that it can be rendered."`

	_                 struct{} `section:"Access to upstream systems"`
	CMSAccess         Access   `access:"cms" system:"the CMS"`
	PIMAccess         Access   `access:"pim" system:"the PIM"`
	SISAccess         Access   `access:"sis" system:"the public endpoint of sis"`
	SISPortalAccess   Access   `access:"sis_portal" system:"the authenticated endpoint of sis"`
	IdentityAccess    Access   `access:"identity" system:"the identity server"`
	TranslationAccess Access   `access:"translation" system:"the translation service"`
	SearchAccess      Access   `access:"search" system:"the search engine"`

	_                            struct{} `section:"Services of the portal"`
	DirectServiceURL             string   `key:"direct_service_url" default:"https://direct.example.com/" kind:"url" help:"The URL of the direct service. A service without a URL is shown as coming soon."`
	DirectServiceRegistrationURL string   `key:"direct_service_registration_url" default:"https://direct.example.com/register" kind:"url" help:"The registration page of the direct service."`
	WireFlowCloudURL             string   `key:"wire_flow_cloud_url" default:"https://wire-flow.example.com/" kind:"url" help:"The URL of wire-flow in the cloud."`
	MasterDataWMURL              string   `key:"master_data_wm_url" default:"https://master-data-wm.example.com/" kind:"url" help:"The URL of the master data WM."`
	MasterDataMDSURL             string   `key:"master_data_mds_url" default:"https://master-data-mds.example.com/" kind:"url" help:"The URL of the master data MDS."`
	LearningURL                  string   `key:"learning_url" default:"https://learning.example.com/" kind:"url" help:"The URL of the learning service."`

	// Unknown are STRAND_ variables that are not settings, most likely misspelt.
	Unknown []UnknownVariable
}

// TrustsProxy reports whether an IP address is that of a trusted proxy.
func (c *Config) TrustsProxy(ip netip.Addr) bool {
	return slices.ContainsFunc(c.TrustedProxies, func(network netip.Prefix) bool { return network.Contains(ip) })
}

// systemAccess is the access to a system, by the prefix of its variables.
type systemAccess struct {
	variable string
	access   Access
	// token is the variable of a bearer token if one is set.
	token string
}

// accesses returns the access to each system.
func (c *Config) accesses() []systemAccess {
	return []systemAccess{
		{"STRAND_CMS", c.CMSAccess, variableIf(c.CMSToken+c.CMSWriteToken, "STRAND_CMS_TOKEN")},
		{"STRAND_PIM", c.PIMAccess, variableIf(c.PIMToken, "STRAND_PIM_TOKEN")},
		{"STRAND_SIS", c.SISAccess, variableIf(c.SISToken, "STRAND_SIS_TOKEN")},
		{"STRAND_SIS_PORTAL", c.SISPortalAccess, "the token of the customer"},
		{"STRAND_IDENTITY", c.IdentityAccess, "the token of the customer"},
		{"STRAND_TRANSLATION", c.TranslationAccess, variableIf(c.TranslationToken, "STRAND_TRANSLATION_TOKEN")},
		{"STRAND_SEARCH", c.SearchAccess, variableIf(Secret(c.SearchUser), "STRAND_SEARCH_USER")},
	}
}
