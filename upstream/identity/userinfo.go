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
	"golang.org/x/sync/singleflight"

	"strand/domain/portal"
	"strand/internal/outbound"
	"strand/internal/telemetry"
)

const (
	// userInfoLifetime is the time for which the user info of a session is cached.
	userInfoLifetime = time.Second
	// userInfoTimeout limits one call.
	userInfoTimeout = time.Second
	// userInfoPause is the time for which the endpoint is not called after a failure: for the session, and for all
	// after the calls of maxFailedUsers users in a row have failed. A single failure may be due to the data of one
	// user.
	userInfoPause  = 2 * time.Second
	maxFailedUsers = 3
	// idTokenPause is the time for which the endpoint is not called with ID tokens after it refused one.
	idTokenPause = time.Minute
	// knownSessions is the maximum number of cached sessions.
	knownSessions = 20_000
	// maxUserInfo is the maximum size of a response, in bytes; maxRoles the maximum number of roles in it.
	maxUserInfo = 64 << 10
	maxRoles    = 1000
	// MaxAccessToken is the maximum size of an access token, in bytes.
	MaxAccessToken = 16 << 10
)

var (
	errBearerRefused   = errors.New("the identity server refuses the token at the user info endpoint")
	errUserInfoPaused  = errors.New("the user info endpoint is not called for the moment")
	errForeignUserInfo = errors.New("the user info is that of another user")
)

// userInfo reads the user info endpoint. It caches the user info of a session for userInfoLifetime, or until
// InvalidateUser; a stale entry is the fallback while the endpoint cannot be read.
type userInfo struct {
	roles    Roles
	client   *http.Client
	flight   singleflight.Group
	sessions *lru.Cache[string, session]
	// invalidatedAt contains, by user, the value of invalidations at the latest InvalidateUser.
	invalidatedAt *lru.Cache[string, uint64]

	mu sync.Mutex
	// invalidations counts the calls of InvalidateUser.
	invalidations uint64
	// pausedUntil and noIDTokensUntil are the times until which the endpoint is not called at all, or not with ID
	// tokens.
	pausedUntil, noIDTokensUntil time.Time
	// failedUsers is the number of users whose calls failed since the last success, lastFailed the latest of them.
	failedUsers int
	lastFailed  string
	// takesIDTokens is true if the endpoint has accepted an ID token.
	takesIDTokens bool
}

// session is the latest user info of a session.
type session struct {
	user *portal.User
	// startedAt is the start of the call; invalidations is the value of userInfo.invalidations at that time.
	startedAt     time.Time
	invalidations uint64
	// isRead is true if the user is from the endpoint, false if from the ID token; hasFailed if the call has failed.
	isRead, hasFailed bool
}

func newUserInfo(access outbound.Access, roles Roles) (*userInfo, error) {
	sessions, err := lru.New[string, session](knownSessions)
	if err != nil {
		return nil, err
	}
	invalidatedAt, err := lru.New[string, uint64](knownSessions)
	if err != nil {
		return nil, err
	}
	return &userInfo{
		roles:         roles,
		sessions:      sessions,
		invalidatedAt: invalidatedAt,
		client: outbound.NewClient(
			telemetry.Transport(System, access.Over(outbound.NewTransport(userInfoTimeout))),
			userInfoTimeout,
		),
	}, nil
}

// User verifies an ID token as Verify does, and returns its user with the current roles of the user info endpoint.
// The endpoint is called with the access token or, if that is empty, with the ID token, at most once per second and
// session. While the endpoint cannot be read, the roles are the last ones of the session, else those of the ID
// token.
func (v *Verifier) User(ctx context.Context, idToken, accessToken string) (*portal.User, error) {
	found, err := v.verified(ctx, idToken)
	if err != nil {
		v.refusals.report(ctx, err)
		return nil, err
	}
	v.mu.Lock()
	endpoint := v.userInfoEndpoint
	v.mu.Unlock()
	if endpoint == "" {
		v.reportRoles(ctx, found.user)
		return found.user, nil
	}
	user, err := v.currentUser(ctx, endpoint, found, idToken, accessToken)
	if err != nil {
		v.refusals.report(ctx, err)
		return nil, err
	}
	v.reportRoles(ctx, user)
	// The cached user may be from another token of the session.
	of := *user
	of.SignedInAt = found.user.SignedInAt
	return &of, nil
}

// reportRoles logs once that neither token nor user info have the claim with the roles: without roles a user has no
// service.
func (v *Verifier) reportRoles(ctx context.Context, user *portal.User) {
	if user.Roles == nil {
		v.rolesMissing.Do(func() {
			v.o.Log.WarnContext(ctx, "roles_missing", "claim", v.o.Roles.path(),
				"action", "check STRAND_IDENTITY_ROLES_CLAIM, and that the scope includes the claim")
		})
	}
}

// currentUser returns the user of a token with the current or recently cached roles of the endpoint.
func (v *Verifier) currentUser(
	ctx context.Context, endpoint string, found verifiedToken, idToken, accessToken string,
) (*portal.User, error) {
	key := found.user.SessionID
	if key == "" {
		key = found.user.ID
	}
	key += "\x00" + found.user.ID
	invalidatedAt, _ := v.info.invalidatedAt.Get(found.user.ID)
	if s, ok := v.info.sessions.Get(key); ok && v.isFresh(s, invalidatedAt) && !found.issued.After(s.startedAt) {
		return s.user, nil
	}
	// A call that started before InvalidateUser is not shared with later callers.
	flight := v.info.flight.DoChan(fmt.Sprintf("%s\x00%d", key, invalidatedAt), func() (any, error) {
		return v.readUserInfo(context.WithoutCancel(ctx), endpoint, key, found, idToken, accessToken)
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

// InvalidateUser makes the next call of User read the user's roles.
func (v *Verifier) InvalidateUser(id string) {
	v.info.mu.Lock()
	defer v.info.mu.Unlock()
	v.info.invalidations++
	v.info.invalidatedAt.Add(id, v.info.invalidations)
}

func (v *Verifier) isFresh(s session, invalidatedAt uint64) bool {
	age, lifetime := v.o.Now().Sub(s.startedAt), userInfoLifetime
	if s.hasFailed {
		lifetime = userInfoPause
	}
	return s.invalidations >= invalidatedAt && age >= 0 && age < lifetime
}

// readUserInfo reads and caches the user info of a session.
func (v *Verifier) readUserInfo(
	ctx context.Context, endpoint, key string, of verifiedToken, idToken, accessToken string,
) (*portal.User, error) {
	v.info.mu.Lock()
	latest := session{startedAt: v.o.Now(), invalidations: v.info.invalidations}
	v.info.mu.Unlock()
	info, err := v.fetchUserInfo(ctx, endpoint, of.user.ID, idToken, accessToken)
	switch {
	case err == nil:
		latest.user, latest.isRead = of.with(info), true
	case errors.Is(err, errSessionUnknown):
		v.info.sessions.Remove(key)
		return nil, refused(errSessionUnknown)
	default:
		latest.user, latest.hasFailed = of.user, !errors.Is(err, errBearerRefused)
		if last, ok := v.info.sessions.Get(key); ok && last.isRead && !of.issued.After(last.startedAt) {
			latest.user, latest.isRead = last.user, true
		}
	}
	return v.info.store(key, latest).user, nil
}

// store caches the user info of a session, unless that of a later call is cached.
func (i *userInfo) store(key string, now session) session {
	i.mu.Lock()
	defer i.mu.Unlock()
	last, ok := i.sessions.Get(key)
	if ok && (last.invalidations > now.invalidations || last.startedAt.After(now.startedAt)) {
		return last
	}
	i.sessions.Add(key, now)
	return now
}

// userClaims is the user in a response of the endpoint. Roles is nil if the response has none.
type userClaims struct {
	nameClaims
	Subject string `json:"sub"`
	Roles   texts  `json:"-"`
	Email   string `json:"email"`
}

// with returns the user of an ID token with the data of the endpoint.
func (f verifiedToken) with(claims *userClaims) *portal.User {
	u := *f.user
	if claims.Roles != nil {
		u.Roles = claims.Roles
	}
	names := claims.nameClaims
	if u.FirstName != "" || u.LastName != "" {
		names.Name = "" // the names of the ID token are better than parts of the whole
	}
	names.setName(&u)
	if claims.Email != "" {
		u.Email = claims.Email
	}
	return &u
}

// fetchUserInfo calls the endpoint with the access token, and with the ID token if there is none or it is refused.
func (v *Verifier) fetchUserInfo(
	ctx context.Context,
	endpoint, subject, idToken, accessToken string,
) (*userClaims, error) {
	now := v.o.Now()
	v.info.mu.Lock()
	isPaused, noIDTokens := now.Before(v.info.pausedUntil), now.Before(v.info.noIDTokensUntil)
	if !isPaused && v.info.failedUsers >= maxFailedUsers {
		// One caller tries the failing endpoint; the others do not wait for it.
		v.info.pausedUntil = now.Add(userInfoPause)
	}
	v.info.mu.Unlock()
	if isPaused {
		return nil, errUserInfoPaused
	}
	err := errBearerRefused
	var claims *userClaims
	if accessToken != "" && len(accessToken) <= MaxAccessToken {
		claims, err = v.fetchWithBearer(ctx, endpoint, subject, accessToken)
	}
	if !errors.Is(err, errBearerRefused) || noIDTokens {
		return claims, err
	}
	claims, err = v.fetchWithBearer(ctx, endpoint, subject, idToken)
	v.info.mu.Lock()
	defer v.info.mu.Unlock()
	switch {
	case err == nil:
		v.info.takesIDTokens = true
	case errors.Is(err, errBearerRefused) && v.info.takesIDTokens:
		// The endpoint accepts ID tokens but not this one: the user or the session was deleted.
		return nil, errSessionUnknown
	case errors.Is(err, errBearerRefused):
		v.info.noIDTokensUntil = now.Add(idTokenPause)
	}
	return claims, err
}

// fetchWithBearer calls the endpoint with a bearer token. The error is errBearerRefused if the server refuses the
// token, or returns another user.
func (v *Verifier) fetchWithBearer(ctx context.Context, endpoint, subject, bearer string) (*userClaims, error) {
	ctx, cancel := context.WithTimeout(ctx, userInfoTimeout)
	defer cancel()
	info, err := v.info.read(ctx, endpoint, bearer)
	if err == nil && info.Subject != subject {
		v.o.Log.WarnContext(ctx, "user_info_refused", "user", subject, "error", errForeignUserInfo)
		err = fmt.Errorf("%w: %w", errBearerRefused, errForeignUserInfo)
		info = nil
	}
	v.info.mu.Lock()
	defer v.info.mu.Unlock()
	if err != nil && !errors.Is(err, errBearerRefused) {
		if v.info.failedUsers == 0 {
			v.o.Log.ErrorContext(ctx, "upstream_failing", "system", "identity", "operation", "userinfo", "error", err)
		}
		if v.info.failedUsers == 0 || v.info.lastFailed != subject {
			v.info.failedUsers++
			v.info.lastFailed = subject
		}
		if v.info.failedUsers >= maxFailedUsers {
			v.info.pausedUntil = v.o.Now().Add(userInfoPause)
		}
		return nil, err
	}
	if v.info.failedUsers > 0 {
		v.o.Log.InfoContext(ctx, "upstream_recovered", "system", "identity", "operation", "userinfo")
	}
	v.info.failedUsers, v.info.pausedUntil = 0, time.Time{}
	return info, err
}

// read calls the endpoint once.
func (i *userInfo) read(ctx context.Context, endpoint, bearer string) (*userClaims, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, endpoint, nil)
	if err != nil {
		return nil, fmt.Errorf("request the user info: %w", err)
	}
	r.Header.Set("Authorization", "Bearer "+bearer)
	r.Header.Set("Accept", "application/json")
	answer, err := i.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("request the user info: %w", telemetry.CleanError(err))
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode == http.StatusUnauthorized || answer.StatusCode == http.StatusForbidden:
		return nil, errBearerRefused
	case answer.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("the user info endpoint responds with status %d", answer.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxUserInfo+1))
	if err != nil {
		return nil, fmt.Errorf("read the user info: %w", err)
	}
	if len(data) > maxUserInfo {
		return nil, fmt.Errorf("the user info is larger than %d bytes", maxUserInfo)
	}
	info := &userClaims{}
	var all map[string]json.RawMessage
	err = errors.Join(json.Unmarshal(data, info), json.Unmarshal(data, &all))
	if err == nil {
		info.Roles, err = i.roles.of(all)
	}
	if err != nil {
		return nil, fmt.Errorf("decode the user info: %w", err)
	}
	if info.Subject == "" {
		return nil, errors.New("the user info has no sub")
	}
	if len(info.Roles) > maxRoles {
		return nil, fmt.Errorf("the user info has more than %d roles", maxRoles)
	}
	return info, nil
}
