package identity

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/time/rate"

	"strand/internal/health"
	"strand/internal/outbound"
	"strand/internal/telemetry"
)

const (
	// A token with an unknown key makes the verifier read the keys again. Callers can forge such tokens at will, so
	// that these reads are limited; keys younger than a second are not read again.
	readsPerSecond, readsBurst = 1, 10
	// maxMetadata is the maximum size of the discovery document and of the keys, in bytes.
	maxMetadata = 1 << 20
)

// errFreshKeys reports that the keys were read a moment ago: a token that matches none of them is invalid.
var errFreshKeys = errors.New("the keys were read a moment ago")

// metadataTransport reads the identity server's discovery document and keys. Other responses are errors, so that
// they are not mistaken for keys that do not match.
type metadataTransport struct {
	next  http.RoundTripper
	limit *rate.Limiter
	log   *slog.Logger

	mu sync.Mutex
	// last is the result of the latest read; nil for success.
	last error
}

func newMetadataTransport(o Options) *metadataTransport {
	return &metadataTransport{
		log:   o.Log,
		next:  telemetry.Transport(System, o.Access.Over(outbound.NewTransport(o.Timeout))),
		limit: rate.NewLimiter(readsPerSecond, readsBurst),
		last:  errors.New("nothing was read yet"),
	}
}

func (t *metadataTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if !t.limit.Allow() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.last != nil {
			return nil, t.last
		}
		return nil, errFreshKeys
	}
	answer, err := t.read(r)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = err
	return answer, err
}

func (t *metadataTransport) read(r *http.Request) (*http.Response, error) {
	answer, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxMetadata+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the response: %w", err)
	case answer.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("status %d", answer.StatusCode)
	case len(data) > maxMetadata:
		return nil, fmt.Errorf("the response is larger than %d bytes", maxMetadata)
	}
	var shape struct {
		Issuer string            `json:"issuer"`
		Keys   []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(data, &shape); err != nil {
		return nil, fmt.Errorf("decode the response: %w", err)
	}
	if shape.Issuer == "" && len(shape.Keys) == 0 {
		return nil, errors.New("the response is neither a discovery document nor a key set")
	}
	if len(shape.Keys) > 0 {
		// The library rejects the whole set if it cannot read one key.
		valid := validKeys(shape.Keys)
		if dropped := len(shape.Keys) - len(valid); dropped > 0 {
			t.log.ErrorContext(
				r.Context(), "upstream_contract_violation",
				"system", "identity",
				"operation", "keys",
				"record", "",
				"field", "keys",
				"reason", "not a JSON Web Key",
				"violations", dropped,
			)
			if len(valid) == 0 {
				return nil, errors.New("the response contains no valid key")
			}
			if data, err = json.Marshal(map[string]any{"keys": valid}); err != nil {
				return nil, fmt.Errorf("encode the valid keys: %w", err)
			}
		}
	}
	answer.Body = io.NopCloser(bytes.NewReader(data))
	return answer, nil
}

// validKeys returns the keys that the library can read, and those of types that it ignores.
func validKeys(keys []json.RawMessage) []json.RawMessage {
	valid := make([]json.RawMessage, 0, len(keys))
	for _, key := range keys {
		var one jose.JSONWebKey
		if err := json.Unmarshal(key, &one); err == nil ||
			errors.Is(err, jose.ErrUnsupportedKeyType) && string(key) != "null" {
			valid = append(valid, key)
		}
	}
	return valid
}

// reportFailure logs the start of an incident. The caller holds v.mu.
func (v *Verifier) reportFailure(ctx context.Context, err error) {
	if !v.failing {
		v.o.Log.ErrorContext(ctx, "upstream_failing", "system", "identity", "issuer", v.o.Issuer, "error", err)
	}
	v.failing = true
}

// reportSuccess logs the end of an incident. The caller holds v.mu.
func (v *Verifier) reportSuccess(ctx context.Context) {
	if v.failing {
		v.o.Log.InfoContext(ctx, "upstream_recovered", "system", "identity")
	}
	v.failing = false
}

const (
	// probeAfter is the maximum age of a result of Health, probeTimeout limits the wait for a new one, and
	// firstProbeTimeout that for the first: a server that starts is busy, and discovers the provider.
	probeAfter        = 2 * time.Second
	probeTimeout      = time.Second
	firstProbeTimeout = 3 * time.Second
)

// Health reads the discovery document and the keys, to check whether tokens can be verified.
func (v *Verifier) Health(ctx context.Context) health.State {
	v.mu.Lock()
	if time.Since(v.probed) < probeAfter {
		defer v.mu.Unlock()
		return v.state
	}
	limit := probeTimeout
	if v.probed.IsZero() {
		limit = firstProbeTimeout
	}
	v.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	state := health.State{Status: health.Up}
	err := v.probe(ctx)
	if err == nil {
		// Says at the start, and not at the first login, what the provider lacks.
		_, err = v.discover(ctx)
	}
	if err != nil {
		state = health.State{Status: health.Down, Reason: "the discovery document or the keys cannot be read"}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.probed, v.state = time.Now(), state
	if err != nil {
		v.reportFailure(ctx, err)
	} else {
		v.reportSuccess(ctx)
	}
	return state
}

func (v *Verifier) probe(ctx context.Context) error {
	r, err := http.NewRequestWithContext(
		ctx,
		http.MethodGet,
		strings.TrimSuffix(v.o.Issuer, "/")+"/.well-known/openid-configuration",
		nil,
	)
	if err != nil {
		return err
	}
	// Health bypasses the rate limit of the transport, since it has one of its own.
	metadata := v.client.Transport.(*metadataTransport)
	answer, err := metadata.read(r)
	if err != nil {
		return fmt.Errorf("read the discovery document: %w", err)
	}
	var says struct {
		Keys string `json:"jwks_uri"`
	}
	err = json.NewDecoder(answer.Body).Decode(&says)
	_ = answer.Body.Close()
	if err != nil {
		return fmt.Errorf("decode the discovery document: %w", err)
	}
	if r, err = http.NewRequestWithContext(ctx, http.MethodGet, says.Keys, nil); err != nil {
		return fmt.Errorf("request the keys: %w", err)
	}
	if answer, err = metadata.read(r); err != nil {
		return fmt.Errorf("read the keys: %w", err)
	}
	return answer.Body.Close()
}
