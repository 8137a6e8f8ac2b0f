package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"golang.org/x/sync/singleflight"

	"strand/domain/portal"
	"strand/internal/outbound"
)

const (
	// userInfoLife is how long the user info of a session is used without a new call.
	userInfoLife = time.Second
	// userInfoTimeout bounds one call.
	userInfoTimeout = time.Second
	// userInfoPause is how long after a failure the endpoint is not called.
	userInfoPause = 2 * time.Second
	// idTokenPause is how long a server that refuses ID tokens at the endpoint is not called with one.
	idTokenPause = time.Minute
	// knownSessions is how many sessions are cached.
	knownSessions = 20_000
	// maxUserInfo bounds an answer, in bytes; maxRoles the roles in it.
	maxUserInfo = 64 << 10
	maxRoles    = 1000
	// MaxAccessToken bounds an access token, in bytes.
	MaxAccessToken = 16 << 10
)

var (
	errBearerRefused   = errors.New("the identity server refuses the token at the user info endpoint")
	errUserInfoPaused  = errors.New("the user info endpoint is not called for the moment")
	errSessionUnknown  = errors.New("the identity server does not accept the session any more")
	errForeignUserInfo = errors.New("the user info is that of another user")
)

// userInfo reads the user info endpoint. What it knows of a session is used for userInfoLife, unless the user was
// forgotten since; after that it is the fallback while the endpoint cannot be read.
type userInfo struct {
	client   *http.Client
	flight   singleflight.Group
	sessions *lru.Cache[string, session]
	// forgotten has the value of forgets after ForgetUser, by user.
	forgotten *lru.Cache[string, uint64]

	mu sync.Mutex
	// forgets counts the calls of ForgetUser.
	forgets uint64
	// pausedUntil and noIDTokensUntil say until when the endpoint is not called, and not called with ID tokens.
	pausedUntil, noIDTokensUntil time.Time
	// takesIDTokens says that the server accepted an ID token at the endpoint.
	takesIDTokens, isFailing bool
}

// session is the latest user info of a session.
type session struct {
	user *portal.User
	// at is when the call began, and forgets the count at that time.
	at      time.Time
	forgets uint64
	// isRead says that the user is from the endpoint, and not from the ID token.
	isRead bool
}

func newUserInfo() (*userInfo, error) {
	sessions, err := lru.New[string, session](knownSessions)
	if err != nil {
		return nil, err
	}
	forgotten, err := lru.New[string, uint64](knownSessions)
	if err != nil {
		return nil, err
	}
	return &userInfo{sessions: sessions, forgotten: forgotten,
		client: outbound.NewClient(otelhttp.NewTransport(outbound.NewTransport(userInfoTimeout)), userInfoTimeout)}, nil
}

// User verifies an ID token as Verify does, and returns its user with the present roles: those of the user info
// endpoint, which is called with the access token or, without one, with the ID token, once a second for a session at
// most. While the endpoint cannot be read the roles are the last known ones of the session, else those of the ID token.
// accessToken may be empty.
func (v *Verifier) User(ctx context.Context, idToken, accessToken string) (*portal.User, error) {
	found, err := v.verified(ctx, idToken)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	endpoint := v.userInfoEndpoint
	v.mu.Unlock()
	if endpoint == "" {
		return found.user, nil
	}
	user, err := v.presentUser(ctx, endpoint, found, idToken, accessToken)
	if err != nil {
		return nil, err
	}
	// What is cached may be of another token of the session.
	of := *user
	of.SignedInAt = found.user.SignedInAt
	return &of, nil
}

// presentUser is the user of a token with what the endpoint says, or said a moment ago.
func (v *Verifier) presentUser(
	ctx context.Context, endpoint string, found verified, idToken, accessToken string,
) (*portal.User, error) {
	key := found.user.SessionID
	if key == "" {
		key = found.user.ID
	}
	key += "\x00" + found.user.ID
	forgotten, _ := v.info.forgotten.Get(found.user.ID)
	if s, ok := v.info.sessions.Get(key); ok && v.isFresh(s, forgotten) && !found.issued.After(s.at) {
		return s.user, nil
	}
	// A call that began before the user was forgotten is not shared.
	flight := v.info.flight.DoChan(fmt.Sprintf("%s\x00%d", key, forgotten), func() (any, error) {
		return v.present(context.WithoutCancel(ctx), endpoint, key, found, idToken, accessToken)
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case done := <-flight:
		if done.Err != nil {
			return nil, done.Err
		}
		return done.Val.(*portal.User), nil
	}
}

// ForgetUser has the next call of User read the roles of a user anew.
func (v *Verifier) ForgetUser(id string) {
	v.info.mu.Lock()
	defer v.info.mu.Unlock()
	v.info.forgets++
	v.info.forgotten.Add(id, v.info.forgets)
}

func (v *Verifier) isFresh(s session, forgotten uint64) bool {
	age := v.o.Now().Sub(s.at)
	return s.forgets >= forgotten && age >= 0 && age < userInfoLife
}

// present reads the user info of a session, and keeps it.
func (v *Verifier) present(
	ctx context.Context, endpoint, key string, of verified, idToken, accessToken string,
) (*portal.User, error) {
	v.info.mu.Lock()
	now := session{at: v.o.Now(), forgets: v.info.forgets}
	v.info.mu.Unlock()
	said, err := v.ask(ctx, endpoint, of.user.ID, idToken, accessToken)
	switch {
	case err == nil:
		now.user, now.isRead = of.with(said), true
	case errors.Is(err, errSessionUnknown):
		v.info.sessions.Remove(key)
		return nil, refused(err)
	default:
		now.user = of.user
		if last, ok := v.info.sessions.Get(key); ok && last.isRead && !of.issued.After(last.at) {
			now.user, now.isRead = last.user, true
		}
	}
	return v.info.keep(key, now).user, nil
}

// keep keeps what is known of a session, unless a call that began later has ended before.
func (i *userInfo) keep(key string, now session) session {
	i.mu.Lock()
	defer i.mu.Unlock()
	if last, ok := i.sessions.Get(key); ok && (last.forgets > now.forgets || last.at.After(now.at)) {
		return last
	}
	i.sessions.Add(key, now)
	return now
}

// saidUser is what the endpoint says. Roles are nil where it does not name them.
type saidUser struct {
	Subject    string `json:"sub"`
	Roles      *texts `json:"roles"`
	GivenName  string `json:"given_name"`
	FamilyName string `json:"family_name"`
	Email      string `json:"email"`
}

// with is the user of an ID token with what the endpoint says.
func (f verified) with(said *saidUser) *portal.User {
	u := *f.user
	if said.Roles != nil {
		u.Roles = *said.Roles
	}
	for to, text := range map[*string]string{
		&u.FirstName: said.GivenName, &u.LastName: said.FamilyName, &u.Email: said.Email,
	} {
		if text != "" {
			*to = text
		}
	}
	return &u
}

// ask calls the endpoint with the access token, and with the ID token where there is none or it is refused.
func (v *Verifier) ask(ctx context.Context, endpoint, subject, idToken, accessToken string) (*saidUser, error) {
	now := v.o.Now()
	v.info.mu.Lock()
	isPaused, noIDTokens := now.Before(v.info.pausedUntil), now.Before(v.info.noIDTokensUntil)
	if !isPaused && v.info.isFailing {
		// One caller finds out whether the endpoint can be read again; the others do not wait for it.
		v.info.pausedUntil = now.Add(userInfoPause)
	}
	v.info.mu.Unlock()
	if isPaused {
		return nil, errUserInfoPaused
	}
	err := errBearerRefused
	var said *saidUser
	if accessToken != "" && len(accessToken) <= MaxAccessToken {
		said, err = v.askWith(ctx, endpoint, subject, accessToken)
	}
	if !errors.Is(err, errBearerRefused) || noIDTokens {
		return said, err
	}
	said, err = v.askWith(ctx, endpoint, subject, idToken)
	v.info.mu.Lock()
	defer v.info.mu.Unlock()
	switch {
	case err == nil:
		v.info.takesIDTokens = true
	case errors.Is(err, errBearerRefused) && v.info.takesIDTokens:
		// It accepts ID tokens, and not this one: the user or the session is gone.
		return nil, errSessionUnknown
	case errors.Is(err, errBearerRefused):
		v.info.noIDTokensUntil = now.Add(idTokenPause)
	}
	return said, err
}

// askWith calls the endpoint with a bearer token. The error is errBearerRefused where the server does not accept the
// token, or where it is another user's.
func (v *Verifier) askWith(ctx context.Context, endpoint, subject, bearer string) (*saidUser, error) {
	ctx, cancel := context.WithTimeout(ctx, userInfoTimeout)
	defer cancel()
	said, err := v.info.read(ctx, endpoint, bearer)
	if err == nil && said.Subject != subject {
		v.o.Log.WarnContext(ctx, "user_info_refused", "user", subject, "error", errForeignUserInfo)
		err = fmt.Errorf("%w: %w", errBearerRefused, errForeignUserInfo)
		said = nil
	}
	v.info.mu.Lock()
	defer v.info.mu.Unlock()
	isFailure := err != nil && !errors.Is(err, errBearerRefused)
	switch {
	case isFailure:
		v.info.pausedUntil = v.o.Now().Add(userInfoPause)
		if !v.info.isFailing {
			v.o.Log.ErrorContext(ctx, "upstream_failing", "system", "identity", "operation", "userinfo", "error", err)
		}
	case v.info.isFailing:
		v.info.pausedUntil = time.Time{}
		v.o.Log.InfoContext(ctx, "upstream_recovered", "system", "identity", "operation", "userinfo")
	}
	v.info.isFailing = isFailure
	return said, err
}

// read makes one call.
func (i *userInfo) read(ctx context.Context, endpoint, bearer string) (*saidUser, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, endpoint, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for the user info: %w", err)
	}
	r.Header.Set("Authorization", "Bearer "+bearer)
	r.Header.Set("Accept", "application/json")
	answer, err := i.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("ask for the user info: %w", err)
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode == http.StatusUnauthorized || answer.StatusCode == http.StatusForbidden:
		return nil, errBearerRefused
	case answer.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("the user info endpoint answers %d", answer.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxUserInfo+1))
	if err != nil {
		return nil, fmt.Errorf("read the user info: %w", err)
	}
	if len(data) > maxUserInfo {
		return nil, fmt.Errorf("the user info is larger than %d bytes", maxUserInfo)
	}
	said := &saidUser{}
	if err := json.Unmarshal(data, said); err != nil {
		return nil, fmt.Errorf("decode the user info: %w", err)
	}
	if said.Subject == "" {
		return nil, errors.New("the user info has no sub")
	}
	if said.Roles != nil && len(*said.Roles) > maxRoles {
		return nil, fmt.Errorf("the user info has more than %d roles", maxRoles)
	}
	return said, nil
}
