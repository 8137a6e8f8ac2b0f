package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"strand/config"
	"strand/edge"
	"strand/internal/outbound"
	"strand/upstream/embedded/content"
	"strand/upstream/embedded/directory"
)

const (
	// maxNotices is how many notices may wait to be sent; a server that is away for longer misses more.
	maxNotices = 1000
	// noticeAttempts is how often one is sent, with noticeDelay in between.
	noticeAttempts = 5
	noticeDelay    = time.Second
	noticeTimeout  = 5 * time.Second
)

// notice is a change that a webhook, or a logout token, tells of.
type notice struct {
	system, model, id string
	// logoutToken is that of a session that has ended; empty for a webhook.
	logoutToken string
}

// notifier tells a server elsewhere of changes in the embedded systems, by the webhooks and logout tokens that remote
// systems send.
type notifier struct {
	target  string
	secrets map[string]string
	waiting chan notice
	client  *http.Client
	log     *slog.Logger
}

func newNotifier(c *config.Config, log *slog.Logger) *notifier {
	return &notifier{
		target: strings.TrimSuffix(c.EmbeddedWebhookURL, "/"),
		secrets: map[string]string{
			"cms":      string(c.CMSWebhookSecret),
			"pim":      string(c.PIMWebhookSecret),
			"sis":      string(c.SISWebhookSecret),
			"identity": string(c.IdentityWebhookSecret),

			"translation": string(c.TranslationWebhookSecret),
		},
		waiting: make(chan notice, maxNotices),
		client:  outbound.NewClient(outbound.NewTransport(noticeTimeout), noticeTimeout),
		log:     log,
	}
}

func (n *notifier) contentChanged(changed []content.Ref) {
	for _, ref := range changed {
		n.add(notice{system: "cms", model: ref.Type, id: ref.ID})
	}
}

func (n *notifier) catalogChanged() { n.add(notice{system: "pim", model: "Catalog", id: "all"}) }

func (n *notifier) ticketChanged(id string) { n.add(notice{system: "sis", model: "Ticket", id: id}) }

func (n *notifier) translated(reference string) {
	n.add(notice{system: "translation", model: translatedRecord, id: reference})
}

func (n *notifier) rightsChanged(changed directory.Changed) {
	// Roles belong to the identity server as well: one of the two tells of them.
	system := "sis"
	if n.secrets[system] == "" {
		system = "identity"
	}
	for _, id := range changed.Users {
		n.add(notice{system: system, model: "User", id: id})
	}
	for _, id := range changed.Organizations {
		n.add(notice{system: "sis", model: "Organization", id: id})
	}
}

func (n *notifier) sessionEnded(sid, logoutToken string) {
	n.add(notice{system: "identity", model: "Session", id: sid, logoutToken: logoutToken})
}

// add sends a notice later. There is none without a server to tell, or without a secret to sign a webhook with.
func (n *notifier) add(what notice) {
	if n.target == "" || what.logoutToken == "" && n.secrets[what.system] == "" {
		return
	}
	select {
	case n.waiting <- what:
	default:
		n.log.Warn("webhook_dropped", "system", what.system, "model", what.model, "id", what.id)
	}
}

// run sends notices, one after the other, until the context ends.
func (n *notifier) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case what := <-n.waiting:
			n.sendUntilTaken(ctx, what)
		}
	}
}

func (n *notifier) sendUntilTaken(ctx context.Context, what notice) {
	var err error
	for range noticeAttempts {
		if err = n.send(ctx, what); err == nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(noticeDelay):
		}
	}
	n.log.WarnContext(ctx, "webhook_not_sent", "system", what.system, "model", what.model, "id", what.id, "error", err)
}

func (n *notifier) send(ctx context.Context, what notice) error {
	r, err := n.request(ctx, what)
	if err != nil {
		return err
	}
	answer, err := n.client.Do(r)
	if err != nil {
		return err
	}
	_ = answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s answers %d", r.URL.Path, answer.StatusCode)
	}
	return nil
}

// request is the call that a remote system would make.
func (n *notifier) request(ctx context.Context, what notice) (*http.Request, error) {
	if what.logoutToken != "" {
		body := strings.NewReader(url.Values{"logout_token": {what.logoutToken}}.Encode())
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, n.target+"/api/backchannel-logout", body)
		if err == nil {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		return r, err
	}
	data := map[string]string{"__typename": what.model, "id": what.id}
	body, err := json.Marshal(map[string]any{"operation": "publish", "data": data})
	if err != nil {
		return nil, err
	}
	signed, err := edge.SignWebhook(n.secrets[what.system], body, time.Now())
	if err != nil {
		return nil, err
	}
	address := n.target + "/api/webhooks/" + what.system
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("gcms-signature", signed)
	return r, nil
}
