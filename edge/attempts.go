package edge

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"strand/domain/signedtoken"
)

// Limits of the attempts at one password of all addresses together: at most passwordAttempts in any minute.
const (
	passwordAttempts = 150
	// attemptsAtOnce attempts are answered at once, further ones wait for their turn.
	attemptsAtOnce = 50
	// maxAttemptDelay is the longest wait; an attempt that would wait longer is refused.
	maxAttemptDelay = 5 * time.Second
)

// attemptQueue limits the attempts at one password of all addresses together, so that many addresses cannot guess
// quickly. It is safe for concurrent use.
type attemptQueue struct {
	limiter *rate.Limiter
	now     func() time.Time
	delay   func(context.Context, time.Duration)
}

func newAttemptQueue() *attemptQueue {
	perSecond := rate.Every(time.Minute / (passwordAttempts - attemptsAtOnce))
	return &attemptQueue{rate.NewLimiter(perSecond, attemptsAtOnce), time.Now, wait}
}

// enter waits for the turn of an attempt. It returns false if the attempt must not be judged: too many others wait, or
// the caller has disconnected.
func (q *attemptQueue) enter(ctx context.Context) bool {
	now := q.now()
	turn := q.limiter.ReserveN(now, 1)
	delay := turn.DelayFrom(now)
	if delay > maxAttemptDelay {
		turn.CancelAt(now)
		return false
	}
	if delay > 0 {
		q.delay(ctx, delay)
	}
	return ctx.Err() == nil
}

// wait returns after a duration, or earlier if the context ends.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

const (
	// cookieKnownEditor is the cookie of a browser in which an editor has logged in: attackers at other addresses do
	// not delay its attempts. It opens nothing.
	cookieKnownEditor   = "strand-editor-known"
	knownEditorPurpose  = "editor-known"
	knownEditorLifetime = 400 * 24 * time.Hour
)

// newKnownEditor returns the value of a new cookie: an id and its signature.
func newKnownEditor(key signedtoken.Key, now time.Time) string {
	id := rand.Text()
	return id + "~" + key.Sign(knownEditorPurpose, id, now.Add(knownEditorLifetime))
}

// knownEditor returns the id of a browser in which an editor has logged in; empty for any other browser.
func knownEditor(r *http.Request, key signedtoken.Key, now time.Time) string {
	id, signature, _ := strings.Cut(cookie(r, cookieKnownEditor), "~")
	if !key.Valid(signature, knownEditorPurpose, id, now) {
		return ""
	}
	return id
}
