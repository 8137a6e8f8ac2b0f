package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"strand/config"
	"strand/edge"
	"strand/upstream/embedded/content"
)

const (
	// maxNotices is how many notices may wait to be sent; a server that is away for longer misses more.
	maxNotices = 1000
	// noticeAttempts is how often one is sent, with noticeDelay in between.
	noticeAttempts = 5
	noticeDelay    = time.Second
	noticeTimeout  = 5 * time.Second
)

// notice is a change that a webhook tells of.
type notice struct{ system, model, id string }

// notifier tells a server elsewhere of changes in the embedded systems, by the webhooks that remote systems send.
type notifier struct {
	target  string
	secrets map[string]string
	waiting chan notice
	client  *http.Client
	log     *slog.Logger
}

func newNotifier(c *config.Config, log *slog.Logger) *notifier {
	return &notifier{target: strings.TrimSuffix(c.EmbeddedWebhookURL, "/"),
		secrets: map[string]string{"cms": string(c.CMSWebhookSecret), "pim": string(c.PIMWebhookSecret), "sis": string(c.SISWebhookSecret)},
		waiting: make(chan notice, maxNotices), client: &http.Client{Timeout: noticeTimeout}, log: log}
}

func (n *notifier) contentChanged(changed []content.Ref) {
	for _, ref := range changed {
		n.add(notice{"cms", ref.Type, ref.ID})
	}
}

func (n *notifier) catalogChanged() { n.add(notice{"pim", "Catalog", "all"}) }

func (n *notifier) ticketChanged(id string) { n.add(notice{"sis", "Ticket", id}) }

// add sends a notice later. There is none without a server to tell, or a secret to sign with.
func (n *notifier) add(what notice) {
	if n.target == "" || n.secrets[what.system] == "" {
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
	body, err := json.Marshal(map[string]any{"operation": "publish", "data": map[string]string{"__typename": what.model, "id": what.id}})
	if err != nil {
		return err
	}
	signed, err := edge.SignWebhook(n.secrets[what.system], body, time.Now())
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, n.target+"/api/webhooks/"+what.system, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("gcms-signature", signed)
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
