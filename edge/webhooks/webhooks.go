// Package webhooks receives the signed change events of upstream systems.
package webhooks

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"strand/internal/changes"
)

// ChangePublisher publishes the changes that upstream systems report.
type ChangePublisher interface {
	// Publish returns when the change is effective.
	Publish(ctx context.Context, source string, records ...changes.Record)
}

const (
	maxWebhook = 1 << 20
	// maxAge is the highest age of a signature, so that a recorded call cannot be replayed later.
	maxAge = 5 * time.Minute
)

// Marks are set once for all servers.
type Marks interface {
	// Set sets a mark for a time, and reports whether it is new; ok is false if that is unknown.
	Set(ctx context.Context, name string, lifetime time.Duration) (isNew, ok bool)
}

// Area has the webhooks of the upstream systems, at /api/webhooks/<system>.
type Area struct {
	// Secrets are those of the systems by name. Webhooks of a system with an empty one are refused.
	Secrets map[string]string
	Changes ChangePublisher
	// Marks are nil for a single server.
	Marks Marks
	Log   *slog.Logger
}

// Mount registers the webhooks.
func (a Area) Mount(mux *http.ServeMux) {
	counted := newMetrics(a.Secrets, time.Now)
	for system, secret := range a.Secrets {
		handler := refuseUnconfigured(system, counted, a.Log)
		if secret != "" {
			handler = webhook(system, secret, a.Changes, a.Marks, counted, time.Now, a.Log)
		}
		mux.HandleFunc("POST /api/webhooks/"+system, handler)
	}
}

// refuseUnconfigured refuses the webhooks of a system without a secret: its changes get lost until an operator sets
// one.
func refuseUnconfigured(system string, counted *metrics, log *slog.Logger) http.HandlerFunc {
	var sometimes rate.Sometimes
	sometimes.Interval = time.Minute // it needs no authentication
	return func(w http.ResponseWriter, r *http.Request) {
		counted.call(r.Context(), system, unconfigured)
		sometimes.Do(func() {
			log.WarnContext(r.Context(), "webhook_not_configured", "system", system,
				"action", "set STRAND_"+strings.ToUpper(system)+"_WEBHOOK_SECRET to the secret of the system")
		})
		http.Error(w, "Webhooks of this system are not configured.", http.StatusNotFound)
	}
}

// webhook receives the webhooks of Hygraph. The header gcms-signature contains `sign=<base64>, env=<environment>,
// t=<milliseconds>`, where the signature covers body, environment and time. The change is published before the
// response. A repeated call, also to another server, gets the same response and is ignored.
func webhook(
	system, secret string,
	published ChangePublisher,
	marks Marks,
	counted *metrics,
	now func() time.Time,
	log *slog.Logger,
) http.HandlerFunc {
	calls := seenCalls{system: system, marks: marks, at: map[string]time.Time{}}
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWebhook))
		if err != nil {
			counted.call(r.Context(), system, invalid)
			http.Error(w, "The body is larger than 1 MiB.", http.StatusRequestEntityTooLarge)
			return
		}
		signed, err := checkSignature(r.Header.Get("gcms-signature"), secret, body, now())
		if err != nil {
			counted.call(r.Context(), system, refused)
			log.WarnContext(r.Context(), "webhook_refused", "system", system, "error", err)
			http.Error(
				w,
				"The header gcms-signature is invalid: sign the unchanged body with the configured secret.",
				http.StatusUnauthorized,
			)
			return
		}
		var change struct {
			Operation string `json:"operation"`
			Data      struct {
				Model string `json:"__typename"`
				ID    string `json:"id"`
			} `json:"data"`
		}
		if err := json.Unmarshal(body, &change); err != nil || change.Data.Model == "" || change.Data.ID == "" {
			counted.call(r.Context(), system, invalid)
			http.Error(w, "The body needs data with __typename and id.", http.StatusBadRequest)
			return
		}
		if !calls.add(r.Context(), signed, now()) {
			counted.call(r.Context(), system, repeated)
			log.WarnContext(r.Context(), "webhook_replayed",
				"system", system,
				"model", change.Data.Model,
				"id", change.Data.ID,
			)
			w.WriteHeader(http.StatusNoContent)
			return
		}
		log.InfoContext(r.Context(), "webhook_received", "system", system, "operation", change.Operation,
			"model", change.Data.Model, "id", change.Data.ID)
		counted.call(r.Context(), system, accepted)
		published.Publish(r.Context(), system, changes.Record{Type: change.Data.Model, ID: change.Data.ID})
		w.WriteHeader(http.StatusNoContent)
	}
}

// seenFor is how long signatures are stored: the time of one may be up to maxAge in the future, and it is valid for
// maxAge after it.
const seenFor = 2 * maxAge

// seenCalls stores valid signatures of a system as long as their calls could be replayed. While the marks do not
// answer, each server has those of its own calls.
type seenCalls struct {
	system string
	marks  Marks

	mu sync.Mutex
	at map[string]time.Time
}

// add stores a verified signature. It returns false if it was stored already, by this server or another one.
func (c *seenCalls) add(ctx context.Context, signature string, now time.Time) bool {
	if !c.addOwn(signature, now) {
		return false
	}
	if c.marks == nil {
		return true
	}
	isNew, ok := c.marks.Set(ctx, "webhook "+c.system+" "+signature, seenFor)
	return isNew || !ok
}

func (c *seenCalls) addOwn(signature string, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.at, func(_ string, at time.Time) bool { return now.Sub(at) > seenFor })
	if _, ok := c.at[signature]; ok {
		return false
	}
	c.at[signature] = now
	return true
}

// checkSignature returns the signature of a call in canonical form, or an error if it is invalid.
func checkSignature(header, secret string, body []byte, now time.Time) (string, error) {
	fields := map[string]string{}
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[name] = value
	}
	milliseconds, err := strconv.ParseInt(fields["t"], 10, 64)
	if err != nil {
		return "", errors.New("no time in the signature")
	}
	if age := now.Sub(time.UnixMilli(milliseconds)); age > maxAge || age < -maxAge {
		return "", fmt.Errorf("the signature is %s old", age.Round(time.Second))
	}
	got, err := base64.StdEncoding.DecodeString(fields["sign"])
	if err != nil {
		return "", errors.New("the signature is not base64")
	}
	want, err := signature(secret, body, fields["env"], milliseconds)
	if err != nil {
		return "", err
	}
	if !hmac.Equal(got, want) {
		return "", errors.New("the signature does not match")
	}
	return string(want), nil
}

// Sign returns the header gcms-signature of a body, as the CMS sends it.
func Sign(secret string, body []byte, at time.Time) (string, error) {
	const environment = "master"
	sum, err := signature(secret, body, environment, at.UnixMilli())
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(
		"sign=%s, env=%s, t=%d",
		base64.StdEncoding.EncodeToString(sum),
		environment,
		at.UnixMilli(),
	), nil
}

func signature(secret string, body []byte, environment string, milliseconds int64) ([]byte, error) {
	var signed bytes.Buffer
	encoder := json.NewEncoder(&signed)
	encoder.SetEscapeHTML(false) // as JavaScript encodes JSON
	err := encoder.Encode(struct {
		Body, EnvironmentName string
		TimeStamp             int64
	}{string(body), environment, milliseconds})
	if err != nil {
		return nil, fmt.Errorf("encode what is signed: %w", err)
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(bytes.TrimSuffix(signed.Bytes(), []byte("\n")))
	return mac.Sum(nil), nil
}
