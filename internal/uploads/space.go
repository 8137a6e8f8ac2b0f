package uploads

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"net/http"
	"time"

	tus "github.com/tus/tusd/v2/pkg/handler"

	"strand/domain/form"
)

// reservationLifetime is how long the space of a file is reserved for a visitor who sends nothing of it.
const reservationLifetime = time.Hour

// errShare is the error for an IP address that exceeds its share.
var errShare = tus.NewError(
	"ERR_SHARE",
	"too many files from your address wait for their form: submit the form first, or try again later",
	http.StatusTooManyRequests,
)

type clientIPKey struct{}

// WithClientIP returns a context with the client IP of an upload.
func WithClientIP(ctx context.Context, clientIP string) context.Context {
	return context.WithValue(ctx, clientIPKey{}, clientIP)
}

type originKey struct{}

// origin is a scheme and a host.
type origin struct{ scheme, host string }

// WithOrigin returns a context with the scheme and host of the URLs of uploads that are begun.
func WithOrigin(ctx context.Context, scheme, host string) context.Context {
	return context.WithValue(ctx, originKey{}, origin{scheme, host})
}

type ownerKey struct{}

// ownerData is the name of an upload's metadata that contains its owner, for servers of the previous release and for
// record.
const ownerData = "owner"

// WithOwner returns a context with the owner of an upload that is begun: a text that identifies a user.
func WithOwner(ctx context.Context, owner string) context.Context {
	return context.WithValue(ctx, ownerKey{}, owner)
}

// withoutOwner returns a copy of metadata without the owner.
func withoutOwner(from tus.MetaData) tus.MetaData {
	data := maps.Clone(from)
	if data == nil {
		data = tus.MetaData{}
	}
	delete(data, ownerData)
	return data
}

// networkOf returns the client of an upload as its row has it: without the IP address itself.
func (s *Store) networkOf(ctx context.Context) string {
	clientIP, _ := ctx.Value(clientIPKey{}).(string)
	if clientIP == "" {
		return ""
	}
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(clientIP))
	return hex.EncodeToString(mac.Sum(nil))
}

// share returns the space of one IP address: a quarter of all, but at least that of one form.
func (s *Store) share() int64 {
	oneForm := int64(form.Attachments.MaxCount * form.Attachments.MaxSize)
	return max(s.space/4, min(s.space, oneForm))
}

// begin begins an upload if there is space for a size.
func (s *Store) begin(ctx context.Context, info tus.FileInfo, size int64) (tus.Upload, string, error) {
	random := make([]byte, 16)
	_, _ = rand.Read(random) // it never fails
	info.ID = hex.EncodeToString(random)
	owner, _ := ctx.Value(ownerKey{}).(string)
	info.MetaData = withoutOwner(info.MetaData)
	if owner != "" {
		info.MetaData[ownerData] = owner
	}
	if err := s.reserve(ctx, info.ID, owner, size); err != nil {
		return nil, "", s.publicError("reserve", err)
	}
	u, err := s.files.begin(ctx, info)
	if err != nil {
		// One that stays expires.
		err = errors.Join(err, s.rows.delete(context.WithoutCancel(ctx), info.ID))
		return nil, "", s.publicError("create", err)
	}
	return u, info.ID, nil
}

// reserve makes the row of an upload if there is space for it, if need be after expired ones were removed.
func (s *Store) reserve(ctx context.Context, id, owner string, size int64) error {
	r := reservation{id: id, owner: owner, network: s.networkOf(ctx), size: size}
	err := s.rows.reserve(ctx, r, s.space, s.share())
	if errors.Is(err, errSpace) || errors.Is(err, errShare) {
		if err = s.removeExpired(ctx, false, cleanedAtOnce, nil); err == nil {
			err = s.rows.reserve(ctx, r, s.space, s.share())
		}
	}
	return err
}
