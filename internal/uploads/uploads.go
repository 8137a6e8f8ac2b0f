// Package uploads accepts the files that visitors add to a form, by the tus protocol: an interrupted upload can be
// resumed.
package uploads

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/gabriel-vasile/mimetype"
	tus "github.com/tus/tusd/v2/pkg/handler"
	expslog "golang.org/x/exp/slog"

	"strand/domain/form"
	"strand/internal/apperr"
	"strand/internal/database"
)

const (
	// BasePath is the path of the uploads.
	BasePath = "/api/uploads/"
	// detectionLength is the number of leading bytes that the detection of a file's type needs.
	detectionLength = 3072
	// abandonedAfter is how long an upload without a submission is stored.
	abandonedAfter = 48 * time.Hour
	// removeTimeout and cleanTimeout limit how long a store that does not answer is awaited.
	removeTimeout = 30 * time.Second
	cleanTimeout  = 10 * time.Minute
)

// Error codes of refused files.
var (
	errType   = tus.NewError("ERR_TYPE", "no form accepts files of this type", http.StatusUnsupportedMediaType)
	errEmpty  = tus.NewError("ERR_EMPTY", "the file is empty", http.StatusUnprocessableEntity)
	errSpace  = tus.NewError("ERR_NO_SPACE", "there is no space for more files now", http.StatusInsufficientStorage)
	errNeeded = tus.NewError("ERR_TAKEN", "a submitted form needs the file", http.StatusConflict)
	errSize   = tus.NewError("ERR_SIZE_UNKNOWN", "Upload-Length: the size of the file is needed", http.StatusBadRequest)
	// errUnavailable is the error for internal failures; their cause is only logged.
	errUnavailable = tus.NewError(
		"ERR_UNAVAILABLE",
		"files cannot be stored now: try again later",
		http.StatusServiceUnavailable,
	)
)

// Options configure a store.
type Options struct {
	// Dir is the folder of the files; with a bucket, that of the parts which are on their way to it.
	Dir string
	// Bucket has the files, and Dir does not; nil for none.
	Bucket *Bucket
	// Database is where the rows of uploads are.
	Database database.Location
	// Secret is the key of the hashes of networks.
	Secret []byte
	// Space bounds the total size of all files, in bytes.
	Space int64
	// Needed returns the ids of the files of undelivered submissions, which must not be removed.
	Needed func(ctx context.Context) (map[string]bool, error)
	Log    *slog.Logger
}

// Store stores the bytes of uploads in a folder or a bucket, and what is known of them in a database. It is safe for
// concurrent use.
type Store struct {
	files  files
	rows   rows
	secret []byte
	space  int64
	needed func(ctx context.Context) (map[string]bool, error)
	log    *slog.Logger
	locks  *locks
	// isRecorded is true when all uploads have rows. Only Clean accesses it.
	isRecorded bool
}

// New returns a store. Its folder is created for the first file. While its database cannot be used, uploads are
// refused.
func New(ctx context.Context, o Options) (*Store, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	opened, err := database.NewStore(ctx, database.Options{
		Name: "files", Location: o.Database, Migrations: scripts, Log: o.Log,
	})
	if err != nil {
		return nil, err
	}
	s := &Store{
		files:  newFolder(o.Dir),
		rows:   rows{opened},
		secret: o.Secret,
		space:  o.Space,
		needed: o.Needed,
		log:    o.Log,
	}
	s.locks = newLocks(s)
	if o.Bucket != nil {
		s.files = newBucketFiles(o.Bucket, o.Dir)
	}
	return s, nil
}

// Close closes the database; requests must have ended.
func (s *Store) Close() error { return s.rows.Close() }

// Probe writes to the database, and returns in a few words why it cannot be used; empty if it can.
func (s *Store) Probe(ctx context.Context) string { return s.rows.Probe(ctx) }

// Bucket returns the bucket of the files; nil without one.
func (s *Store) Bucket() *Bucket {
	if files, ok := s.files.(bucketFiles); ok {
		return files.Bucket
	}
	return nil
}

// Handler serves uploads at BasePath. Their URLs have the origin of WithSender, else that of the connection: whether
// forwarding headers count is not known here.
func (s *Store) Handler() (http.Handler, error) {
	composer := tus.NewStoreComposer()
	composer.UseCore(s)
	composer.UseTerminater(s)
	composer.UseLocker(s.locks)
	h, err := tus.NewHandler(tus.Config{
		BasePath:             BasePath,
		StoreComposer:        composer,
		MaxSize:              int64(form.Attachments.MaxSize),
		DisableDownload:      true,
		DisableConcatenation: true,
		Cors:                 &tus.CorsConfig{Disable: true},
		Logger:               expslog.New(expslog.NewTextHandler(io.Discard, nil)),
		PreUploadCreateCallback: func(hook tus.HookEvent) (tus.HTTPResponse, tus.FileInfoChanges, error) {
			switch {
			case hook.Upload.SizeIsDeferred:
				return tus.HTTPResponse{}, tus.FileInfoChanges{}, errSize
			case hook.Upload.Size == 0:
				return tus.HTTPResponse{}, tus.FileInfoChanges{}, errEmpty
			}
			return tus.HTTPResponse{}, tus.FileInfoChanges{}, nil
		},
	})
	if err != nil {
		return nil, fmt.Errorf("take uploads: %w", err)
	}
	return atOrigin(http.StripPrefix(strings.TrimSuffix(BasePath, "/"), h)), nil
}

// atOrigin makes requests look like those for the origin in their context, whose URLs tusd sends.
func atOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if from := senderOf(r.Context()); from.Host != "" {
			r = r.WithContext(r.Context())
			r.Host, r.TLS = from.Host, nil
			if from.Scheme == "https" {
				r.TLS = &tls.ConnectionState{}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// NewUpload begins an upload.
func (s *Store) NewUpload(ctx context.Context, info tus.FileInfo) (tus.Upload, error) {
	u, _, err := s.begin(ctx, info, info.Size)
	if err != nil {
		return nil, err
	}
	return upload{u, s}, nil
}

// GetUpload returns an upload that was begun.
func (s *Store) GetUpload(ctx context.Context, id string) (tus.Upload, error) {
	if !isID(id) {
		return nil, tus.ErrNotFound
	}
	u, err := s.files.get(ctx, id)
	if err != nil {
		return nil, s.publicError("find", err)
	}
	return upload{u, s}, nil
}

// publicError logs an error of the files and returns the error for the visitor, without paths and texts of the
// operating system.
func (s *Store) publicError(doing string, err error) error {
	var tusError tus.Error
	if errors.As(err, &tusError) {
		return err
	}
	s.log.Error("upload_failed", "operation", doing, "error", err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return errSpace
	}
	return errUnavailable
}

// AsTerminatableUpload lets a visitor delete an upload.
func (s *Store) AsTerminatableUpload(u tus.Upload) tus.TerminatableUpload {
	return terminatableUpload{store: s, upload: u.(upload)}
}

// terminatableUpload is an upload that can be deleted unless a submission needs it.
type terminatableUpload struct {
	store  *Store
	upload upload
}

func (t terminatableUpload) Terminate(ctx context.Context) error {
	info, err := t.upload.GetInfo(ctx)
	if err != nil {
		return err
	}
	needed, err := t.store.needed(ctx)
	if err != nil {
		return t.store.publicError("remove", err)
	}
	if needed[info.ID] {
		return errNeeded
	}
	if err := t.store.remove(ctx, info.ID); err != nil {
		return t.store.publicError("remove", err)
	}
	return nil
}

// isID reports whether a text has the form of the store's ids.
func isID(id string) bool {
	return len(id) == 32 && strings.Trim(id, "0123456789abcdef") == ""
}

// upload checks the first bytes of a file before it writes them.
type upload struct {
	tus.Upload
	store *Store
}

// WriteChunk writes a part of a file. The first part must be the beginning of a file that a form accepts.
func (u upload) WriteChunk(ctx context.Context, offset int64, src io.Reader) (int64, error) {
	if offset > 0 {
		return u.write(ctx, offset, u.watch(ctx, src))
	}
	src = u.watch(ctx, src)
	head := make([]byte, detectionLength)
	n, err := io.ReadFull(src, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, err
	}
	if n == 0 {
		return 0, nil
	}
	if _, ok := allowed(head[:n]); !ok {
		u.discard(ctx)
		return 0, errType
	}
	return u.write(ctx, 0, io.MultiReader(bytes.NewReader(head[:n]), src))
}

// discard removes a file without stored content, so that its space is free again.
func (u upload) discard(ctx context.Context) {
	if info, err := u.GetInfo(ctx); err == nil {
		u.store.Remove(info.ID)
	}
}

// watch reports received data to the lock of the file.
func (u upload) watch(ctx context.Context, src io.Reader) io.Reader {
	info, err := u.GetInfo(ctx)
	if err != nil {
		return src // writing fails with the same error
	}
	return u.store.locks.watch(info.ID, src)
}

func (u upload) write(ctx context.Context, offset int64, src io.Reader) (int64, error) {
	n, err := u.Upload.WriteChunk(ctx, offset, src)
	if err != nil {
		err = u.store.publicError("write", err)
	}
	return n, err
}

// GetInfo returns the state of an upload. Callers who know its id do not get its owner.
func (u upload) GetInfo(ctx context.Context) (tus.FileInfo, error) {
	info, err := u.Upload.GetInfo(ctx)
	info.MetaData = withoutOwner(info.MetaData)
	if err != nil {
		err = u.store.publicError("find", err)
	}
	return info, err
}

// FinishUpload completes an upload.
func (u upload) FinishUpload(ctx context.Context) error {
	info, err := u.Upload.GetInfo(ctx)
	if err == nil {
		err = u.Upload.FinishUpload(ctx)
	}
	if err == nil {
		_, err = u.store.rows.complete(ctx, info.ID, info.Size)
	}
	if err != nil {
		return u.store.publicError("finish", err)
	}
	return nil
}

// allowed returns the type of a file by its first bytes, independent of its name, and whether it is accepted.
func allowed(head []byte) (*mimetype.MIME, bool) {
	t := mimetype.Detect(head)
	return t, form.AcceptsUpload(t.String())
}

// NotFoundError reports that there is no complete upload with an id.
type NotFoundError struct{ ID string }

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("no complete upload %.40q", e.ID)
}

// Reason is why a file is refused.
type Reason string

const (
	// ReasonType: no form accepts files of its type.
	ReasonType  Reason = "type"
	ReasonSize  Reason = "size"
	ReasonEmpty Reason = "empty"
)

// RefusedError reports that a file is refused.
type RefusedError struct{ Reason Reason }

func (e *RefusedError) Error() string { return "the file is refused: " + string(e.Reason) }

// Add stores a file that comes in one piece, with a form that is sent without scripts. It checks the type before it
// stores anything. The digest is a hash of the content; the error is a *RefusedError for a refused file.
func (s *Store) Add(ctx context.Context, name string, src io.Reader) (added form.Attachment, digest string, err error) {
	head := make([]byte, detectionLength)
	n, err := io.ReadFull(src, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return added, "", err
	}
	if n == 0 {
		return added, "", &RefusedError{ReasonEmpty}
	}
	if _, ok := allowed(head[:n]); !ok {
		return added, "", &RefusedError{ReasonType}
	}
	maxSize := int64(form.Attachments.MaxSize)
	info := tus.FileInfo{SizeIsDeferred: true, MetaData: tus.MetaData{"filename": name}}
	u, id, err := s.begin(ctx, info, maxSize)
	if err != nil {
		return added, "", fmt.Errorf("begin a file: %w", err)
	}
	defer func() {
		if err != nil {
			s.Remove(id)
		}
	}()
	sum := sha256.New()
	content := io.TeeReader(io.MultiReader(bytes.NewReader(head[:n]), src), sum)
	size, err := u.WriteChunk(ctx, 0, io.LimitReader(content, maxSize+1))
	if err != nil {
		return added, "", fmt.Errorf("keep a file: %w", err)
	}
	if size > maxSize {
		return added, "", &RefusedError{ReasonSize}
	}
	if err := s.files.complete(ctx, u, size); err != nil {
		return added, "", fmt.Errorf("keep a file: %w", err)
	}
	added, err = s.Find(ctx, id) // records the size
	return added, hex.EncodeToString(sum.Sum(nil)), err
}

// Find returns a complete upload and makes it durable, since callers report it as stored: it is kept for abandonedAfter
// from now. The error is a *NotFoundError if there is none, and has the code UPSTREAM_UNAVAILABLE if folder, bucket or
// database are unusable.
func (s *Store) Find(ctx context.Context, id string) (form.Attachment, error) {
	found, err := s.find(ctx, id)
	if err != nil && !errors.As(err, new(*NotFoundError)) {
		err = &apperr.Error{
			Code:    apperr.UpstreamUnavailable,
			Message: "files cannot be stored now: try again later",
			Cause:   fmt.Errorf("keep the upload %s: %w", id, err),
		}
	}
	return found, err
}

// Owner returns the text that WithSender has set for an upload; empty for none.
func (s *Store) Owner(ctx context.Context, id string) (string, error) {
	owner, err := s.rows.owner(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", &NotFoundError{id}
	}
	return owner, err
}

func (s *Store) find(ctx context.Context, id string) (form.Attachment, error) {
	u, err := s.GetUpload(ctx, id)
	if errors.Is(err, tus.ErrNotFound) {
		return form.Attachment{}, &NotFoundError{id}
	}
	if err != nil {
		return form.Attachment{}, err
	}
	info, err := u.GetInfo(ctx)
	if err != nil {
		return form.Attachment{}, err
	}
	if info.Offset != info.Size {
		return form.Attachment{}, &NotFoundError{id}
	}
	if err := s.files.persist(ctx, u, info); errors.Is(err, fs.ErrNotExist) {
		return form.Attachment{}, &NotFoundError{id}
	} else if err != nil {
		return form.Attachment{}, err
	}
	head, err := s.head(id)
	if err != nil {
		return form.Attachment{}, err
	}
	t, ok := allowed(head)
	if !ok {
		return form.Attachment{}, &NotFoundError{id}
	}
	isKept, err := s.rows.complete(ctx, id, info.Size)
	if err == nil && !isKept {
		isKept, err = s.record(ctx, id)
	}
	if err != nil {
		return form.Attachment{}, err
	}
	if !isKept { // it is being removed
		return form.Attachment{}, &NotFoundError{id}
	}
	return form.Attachment{
		ID:        id,
		FileName:  fileName(info.MetaData["filename"], t.Extension()),
		MediaType: t.String(),
		Size:      info.Size,
	}, nil
}

func (s *Store) head(id string) ([]byte, error) {
	f, err := s.Open(id)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, detectionLength)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("read the upload %s: %w", id, err)
	}
	return head[:n], nil
}

// fileName returns a name that is safe to show and to store, with the extension of its content.
func fileName(given, extension string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, form.RemoveInvisible(strings.ToValidUTF8(given, "_")))
	name = strings.Trim(name, ". ")
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	if runes := []rune(stem); len(runes) > 100 {
		stem = string(runes[:100])
	}
	if stem == "" {
		stem = "file"
	}
	if current := strings.ToLower(filepath.Ext(name)); current == ".jpeg" && extension == ".jpg" ||
		current == extension {
		extension = filepath.Ext(name)
	}
	return stem + extension
}

// Open opens the content of an upload.
func (s *Store) Open(id string) (io.ReadCloser, error) {
	if !isID(id) {
		return nil, &NotFoundError{id}
	}
	return s.files.open(id)
}

// Remove deletes an upload.
func (s *Store) Remove(id string) {
	if !isID(id) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), removeTimeout)
	defer cancel()
	if err := s.remove(ctx, id); err != nil {
		s.log.Warn("upload_not_removed", "upload", id, "error", err)
	}
}

// remove deletes the row last, so that a failed removal is repeated.
func (s *Store) remove(ctx context.Context, id string) error {
	if err := s.files.remove(ctx, id); err != nil {
		return err
	}
	return s.rows.delete(ctx, id)
}

// Clean removes the uploads of delivered submissions, and expired ones, unless they are needed. The first call also
// makes the rows of uploads that have none.
func (s *Store) Clean(ctx context.Context, delivered, needed map[string]bool) error {
	ctx, cancel := context.WithTimeout(ctx, cleanTimeout)
	defer cancel()
	if files, ok := s.files.(bucketFiles); ok {
		files.removeLeftParts()
	}
	if !s.isRecorded {
		if err := s.recordAll(ctx); err != nil {
			return err
		}
		s.isRecorded = true
	}
	stored, err := s.rows.ids(ctx)
	if err != nil {
		return err
	}
	for id := range delivered {
		if stored[id] && !needed[id] {
			s.Remove(id)
		}
	}
	return s.removeExpired(ctx, true, math.MaxInt32, needed)
}
