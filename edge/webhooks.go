package edge

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
	"net/http"
	"strconv"
	"strings"
	"time"

	"strand/internal/changes"
)

// Changes takes what upstream systems report to have changed.
type Changes interface {
	// Publish returns when the change is effective.
	Publish(ctx context.Context, source string, records ...changes.Record)
}

const (
	maxWebhook = 1 << 20
	// maxAge is how old a signature may be, so that a recorded call cannot be replayed later.
	maxAge = 5 * time.Minute
)

// webhook receives what Hygraph sends, signed as Hygraph signs: the header gcms-signature holds
// `sign=<base64>, env=<environment>, t=<milliseconds>`, the signature that of the body, environment and time together.
// A change is published before the call is answered.
func webhook(system, secret string, published Changes, now func() time.Time, log *slog.Logger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWebhook))
		if err != nil {
			http.Error(w, "The body is larger than 1 MiB.", http.StatusRequestEntityTooLarge)
			return
		}
		if err := checkSignature(r.Header.Get("gcms-signature"), secret, body, now()); err != nil {
			log.WarnContext(r.Context(), "webhook_refused", "system", system, "error", err)
			http.Error(w, "The signature does not fit.", http.StatusUnauthorized)
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
			http.Error(w, "The body needs data with __typename and id.", http.StatusBadRequest)
			return
		}
		log.InfoContext(r.Context(), "webhook_received", "system", system, "operation", change.Operation,
			"model", change.Data.Model, "id", change.Data.ID)
		published.Publish(r.Context(), system, changes.Record{Type: change.Data.Model, ID: change.Data.ID})
		w.WriteHeader(http.StatusNoContent)
	}
}

// checkSignature says what is wrong with a signature.
func checkSignature(header, secret string, body []byte, now time.Time) error {
	fields := map[string]string{}
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[name] = value
	}
	milliseconds, err := strconv.ParseInt(fields["t"], 10, 64)
	if err != nil {
		return errors.New("no time in the signature")
	}
	if age := now.Sub(time.UnixMilli(milliseconds)); age > maxAge || age < -maxAge {
		return fmt.Errorf("the signature is %s old", age.Round(time.Second))
	}
	given, err := base64.StdEncoding.DecodeString(fields["sign"])
	if err != nil {
		return errors.New("the signature is not base64")
	}
	wanted, err := signature(secret, body, fields["env"], milliseconds)
	if err != nil {
		return err
	}
	if !hmac.Equal(given, wanted) {
		return errors.New("the signature does not match")
	}
	return nil
}

// SignWebhook returns the header gcms-signature of a body, as the CMS sends it.
func SignWebhook(secret string, body []byte, at time.Time) (string, error) {
	const environment = "master"
	sum, err := signature(secret, body, environment, at.UnixMilli())
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("sign=%s, env=%s, t=%d", base64.StdEncoding.EncodeToString(sum), environment, at.UnixMilli()), nil
}

func signature(secret string, body []byte, environment string, milliseconds int64) ([]byte, error) {
	var signed bytes.Buffer
	encoder := json.NewEncoder(&signed)
	encoder.SetEscapeHTML(false) // as JavaScript writes JSON
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
