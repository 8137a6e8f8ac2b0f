package demo

import (
	"time"

	"strand/config"
)

// Config contains the settings of the sample systems. Its tags are described at config.Config.
type Config struct {
	_                        struct{}      `section:"Sample systems (strand-demo)"`
	ContentDir               string        `key:"content_dir" default:"./demo/content" kind:"text" help:"The folder with the sample content."`
	EmbeddedIdentityAddr     string        `key:"embedded_identity_addr" default:"localhost:8091" kind:"loopback" help:"The listen address of the sample identity provider. Every token contains its origin, so it should not change."`
	EmbeddedIdentityListen   string        `key:"embedded_identity_listen" kind:"any" help:"Where the sample identity provider listens instead of embedded_identity_addr, which then is only its address for browsers: :8091 in a container whose port is published for this computer alone."`
	EmbeddedCMSAddr          string        `key:"embedded_cms_addr" default:"127.0.0.1:8092" kind:"loopback" help:"The listen address of the sample CMS."`
	EmbeddedPIMAddr          string        `key:"embedded_pim_addr" default:"127.0.0.1:8093" kind:"loopback" help:"The listen address of the sample PIM."`
	EmbeddedSISAddr          string        `key:"embedded_sis_addr" default:"127.0.0.1:8094" kind:"loopback" help:"The listen address of the sample sis."`
	EmbeddedMailAddr         string        `key:"embedded_mail_addr" default:"127.0.0.1:0" kind:"loopback" help:"The listen address of the sample mail server, whose mails the sample identity provider shows. Port 0 uses a free port, since only this server calls it."`
	EmbeddedTranslationAddr  string        `key:"embedded_translation_addr" default:"127.0.0.1:0" kind:"loopback" help:"The listen address of the sample translation service. Port 0 uses a free port, since only this server calls it."`
	EmbeddedTranslationDelay time.Duration `key:"embedded_translation_delay" default:"15s" min:"0s" max:"24h" help:"How long the sample translation service takes for a translation."`
	EmbeddedIdentityOrigins  []string      `key:"embedded_identity_origins" kind:"origins" help:"Further origins whose pages may sign customers in at the sample identity provider, in addition to those of the sites on the port of addr; a host that begins with *. matches its subdomains."`
	EmbeddedInvitationLife   time.Duration `key:"embedded_invitation_life" default:"168h" min:"1s" max:"8760h" help:"How long an invitation link of the sample identity provider is valid."`
	EmbeddedWebhookURL       string        `key:"embedded_webhook_url" kind:"url" help:"The URL of the server that strand-demo upstreams notifies of ended sessions and, with the configured webhook secrets, of changes. Empty notifies none."`
}

// Load reads the settings of the product and of the sample systems, as config.Load does.
func Load(path string, environ []string) (*config.Config, *Config, error) {
	own := &Config{}
	c, err := config.Load(path, environ, own)
	return c, own, err
}
