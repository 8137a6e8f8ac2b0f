package demo

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
	"strand/edge/webhooks"
	"strand/internal/changes"
	"strand/internal/outbound"
)

const (
	// maxNotices is the capacity of the queue of notices; when it is full, notices are dropped.
	maxNotices = 1000
	// noticeAttempts is the number of attempts to send a notice, with noticeDelay in between.
	noticeAttempts = 5
	noticeDelay    = time.Second
	noticeTimeout  = 5 * time.Second
)

// notice is a change that is reported by a webhook or a logout token.
type notice struct {
	system, model, id string
	// logoutToken is the logout token of an ended session; empty for a webhook.
	logoutToken string
}

// notifier reports changes of the sample systems to a remote server by the webhooks and logout tokens that remote
// systems send.
type notifier struct {
	target  string
	secrets map[string]string
	// logoutToken returns the logout token of a session (sid).
	logoutToken func(ctx context.Context, sid string) (string, error)
	waiting     chan notice
	client      *http.Client
	log         *slog.Logger
}

func newNotifier(c *config.Config, own *Config, log *slog.Logger) *notifier {
	return &notifier{
		target: strings.TrimSuffix(own.EmbeddedWebhookURL, "/"),
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

// RecordsChanged implements Observer.
func (n *notifier) RecordsChanged(system string, records ...changes.Record) {
	if len(records) == 0 {
		records = []changes.Record{{Type: "Catalog", ID: "all"}}
	}
	for _, record := range records {
		from := system
		// Both sis and the identity server report changed roles; one webhook is enough.
		if record.Type == "User" && n.secrets[system] == "" {
			from = "identity"
		}
		n.add(notice{system: from, model: record.Type, id: record.ID})
	}
}

// SessionEnded implements Observer.
func (n *notifier) SessionEnded(ctx context.Context, sid string) {
	token, err := n.logoutToken(ctx, sid)
	if err != nil {
		n.log.ErrorContext(ctx, "logout_token_not_made", "error", err)
		return
	}
	n.add(notice{system: "identity", model: "Session", id: sid, logoutToken: token})
}

// add queues a notice. It does nothing without a target, or without a secret for the webhook's signature.
func (n *notifier) add(message notice) {
	if n.target == "" || message.logoutToken == "" && n.secrets[message.system] == "" {
		return
	}
	select {
	case n.waiting <- message:
	default:
		n.log.Warn("webhook_dropped", "system", message.system, "model", message.model, "id", message.id)
	}
}

// run sends notices one after the other until the context ends.
func (n *notifier) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case next := <-n.waiting:
			n.sendWithRetries(ctx, next)
		}
	}
}

func (n *notifier) sendWithRetries(ctx context.Context, message notice) {
	var err error
	for range noticeAttempts {
		if err = n.send(ctx, message); err == nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(noticeDelay):
		}
	}
	n.log.WarnContext(ctx, "webhook_not_sent",
		"system", message.system,
		"model", message.model,
		"id", message.id,
		"error", err,
	)
}

func (n *notifier) send(ctx context.Context, message notice) error {
	r, err := n.request(ctx, message)
	if err != nil {
		return err
	}
	answer, err := n.client.Do(r)
	if err != nil {
		return err
	}
	_ = answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s responds with status %d", r.URL.Path, answer.StatusCode)
	}
	return nil
}

// request returns the request that a remote system would send.
func (n *notifier) request(ctx context.Context, message notice) (*http.Request, error) {
	if message.logoutToken != "" {
		body := strings.NewReader(url.Values{"logout_token": {message.logoutToken}}.Encode())
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, n.target+"/api/backchannel-logout", body)
		if err == nil {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		return r, err
	}
	data := map[string]string{"__typename": message.model, "id": message.id}
	body, err := json.Marshal(map[string]any{"operation": "publish", "data": data})
	if err != nil {
		return nil, err
	}
	signed, err := webhooks.Sign(n.secrets[message.system], body, time.Now())
	if err != nil {
		return nil, err
	}
	url := n.target + "/api/webhooks/" + message.system
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("gcms-signature", signed)
	return r, nil
}
