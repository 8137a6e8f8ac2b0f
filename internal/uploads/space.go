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

// Sender is who sends an upload, and where from.
type Sender struct {
	// Network is the network of the client, Owner a text that identifies the user; empty for none.
	Network, Owner string
	// Scheme and Host are those of the URLs of the uploads that are begun; empty for those of the connection.
	Scheme, Host string
}

type senderKey struct{}

// WithSender returns a context with the sender of an upload.
func WithSender(ctx context.Context, s Sender) context.Context {
	return context.WithValue(ctx, senderKey{}, s)
}

func senderOf(ctx context.Context) Sender {
	s, _ := ctx.Value(senderKey{}).(Sender)
	return s
}

// ownerData is the name of an upload's metadata that contains its owner, for servers of the previous release and for
// record.
const ownerData = "owner"

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
	network := senderOf(ctx).Network
	if network == "" {
		return ""
	}
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(network))
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
	owner := senderOf(ctx).Owner
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
