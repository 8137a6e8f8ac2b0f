// Package uploads takes pictures and films that visitors add to a form, by the tus protocol: an upload that was cut off goes
// on where it stopped.
package uploads

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/gabriel-vasile/mimetype"
	"github.com/tus/tusd/v2/pkg/filestore"
	tus "github.com/tus/tusd/v2/pkg/handler"
	expslog "golang.org/x/exp/slog"

	"strand/domain/form"
	"strand/internal/apperr"
)

const (
	// BasePath is where uploads are taken.
	BasePath = "/api/uploads/"
	// headLength is how much of a file tells what it is.
	headLength = 3072
	// abandonedAfter is how long an upload is kept that no submission needs.
	abandonedAfter = 48 * time.Hour
)

// The codes of what is refused.
var (
	errType  = tus.NewError("ERR_TYPE", "only pictures and films are taken", http.StatusUnsupportedMediaType)
	errEmpty = tus.NewError("ERR_EMPTY", "the file is empty", http.StatusUnprocessableEntity)
	errSpace = tus.NewError("ERR_NO_SPACE", "there is no space for more files now", http.StatusInsufficientStorage)
	errTaken = tus.NewError("ERR_TAKEN", "a form that was sent needs the file", http.StatusConflict)
	errSize  = tus.NewError("ERR_SIZE_UNKNOWN", "the size of the file must be said first", http.StatusBadRequest)
	// errUnavailable stands for what concerns the server alone: its cause is for the log.
	errUnavailable = tus.NewError("ERR_UNAVAILABLE", "files cannot be taken now: try again later", http.StatusServiceUnavailable)
)

// Options make a store.
type Options struct {
	Dir string
	// Space is how much all files may take together, in bytes.
	Space int64
	// Needed are the ids of the files that submissions name which are not handed over yet: nobody takes them away.
	Needed func(ctx context.Context) (map[string]bool, error)
	Log    *slog.Logger
}

// Store keeps uploads in a folder. It is safe for concurrent use.
type Store struct {
	files  filestore.FileStore
	dir    string
	space  int64
	needed func(ctx context.Context) (map[string]bool, error)
	log    *slog.Logger

	promised promises
	locks    *locks
}

// New makes a store in a folder, which is made when the first file comes.
func New(o Options) *Store {
	files := filestore.New(o.Dir)
	files.DirModePerm, files.FileModePerm = 0o700, 0o600
	return &Store{
		files: files, dir: o.Dir, space: o.Space, needed: o.Needed, log: o.Log,
		promised: promises{byID: map[string]promise{}}, locks: newLocks(),
	}
}

// makeDir makes the folder.
func (s *Store) makeDir() error { return os.MkdirAll(s.dir, 0o750) }

// Handler takes uploads at BasePath. Behind a proxy that ends TLS, what it says of the visitor's address is believed.
func (s *Store) Handler(behindProxy bool) (http.Handler, error) {
	composer := tus.NewStoreComposer()
	composer.UseCore(s)
	composer.UseTerminater(s)
	composer.UseLocker(s.locks)
	h, err := tus.NewHandler(tus.Config{
		BasePath: BasePath, StoreComposer: composer, MaxSize: int64(form.Attachments.MaxSize), DisableDownload: true, DisableConcatenation: true,
		RespectForwardedHeaders: behindProxy, Cors: &tus.CorsConfig{Disable: true},
		Logger: expslog.New(expslog.NewTextHandler(io.Discard, nil)),
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
	return http.NewCrossOriginProtection().Handler(http.StripPrefix(strings.TrimSuffix(BasePath, "/"), h)), nil
}

// NewUpload begins a file.
func (s *Store) NewUpload(ctx context.Context, info tus.FileInfo) (tus.Upload, error) {
	var made tus.Upload
	err := s.reserve(ctx, info.Size, func() (id string, err error) {
		made, id, err = s.begin(ctx, info)
		return id, err
	})
	if err != nil {
		return nil, err
	}
	return upload{made, s}, nil
}

// begin makes a file and returns its id.
func (s *Store) begin(ctx context.Context, info tus.FileInfo) (u tus.Upload, id string, err error) {
	if u, err = s.files.NewUpload(ctx, info); err == nil {
		info, err = u.GetInfo(ctx)
	}
	return u, info.ID, err
}

// GetUpload finds a file that was begun.
func (s *Store) GetUpload(ctx context.Context, id string) (tus.Upload, error) {
	if !isID(id) {
		return nil, tus.ErrNotFound
	}
	u, err := s.files.GetUpload(ctx, id)
	if err != nil {
		return nil, s.failed("find", err)
	}
	return upload{u, s}, nil
}

// failed logs what went wrong with the files and returns what a visitor may know of it: no path, and no text of the operating
// system.
func (s *Store) failed(doing string, err error) error {
	var known tus.Error
	if errors.As(err, &known) {
		return err
	}
	s.log.Error("upload_failed", "operation", doing, "error", err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return errSpace
	}
	return errUnavailable
}

// AsTerminatableUpload lets a visitor give an upload up.
func (s *Store) AsTerminatableUpload(u tus.Upload) tus.TerminatableUpload {
	return terminatable{store: s, upload: u.(upload)}
}

// terminatable is an upload that can be given up as long as no submission needs it.
type terminatable struct {
	store  *Store
	upload upload
}

func (t terminatable) Terminate(ctx context.Context) error {
	info, err := t.upload.GetInfo(ctx)
	if err != nil {
		return err
	}
	needed, err := t.store.needed(ctx)
	if err != nil {
		return t.store.failed("remove", err)
	}
	if needed[info.ID] {
		return errTaken
	}
	if err := t.store.files.AsTerminatableUpload(t.upload.Upload).Terminate(ctx); err != nil {
		return t.store.failed("remove", err)
	}
	return nil
}

// isID says whether a text can be the id of an upload: what the store itself makes.
func isID(id string) bool {
	return len(id) == 32 && strings.Trim(id, "0123456789abcdef") == ""
}

// upload looks at the head of a file before anything of it is written.
type upload struct {
	tus.Upload
	store *Store
}

// WriteChunk writes a part of a file; the first one only if it begins like a picture or film.
func (u upload) WriteChunk(ctx context.Context, offset int64, src io.Reader) (int64, error) {
	if offset > 0 {
		return u.write(ctx, offset, u.watch(ctx, src))
	}
	src = u.watch(ctx, src)
	head := make([]byte, headLength)
	n, err := io.ReadFull(src, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, err
	}
	if n == 0 {
		return 0, nil
	}
	if _, ok := allowed(head[:n]); !ok {
		u.giveUp(ctx)
		return 0, errType
	}
	return u.write(ctx, 0, io.MultiReader(bytes.NewReader(head[:n]), src))
}

// giveUp removes a file of which nothing is kept, so that its space is free again.
func (u upload) giveUp(ctx context.Context) {
	if info, err := u.GetInfo(ctx); err == nil {
		u.store.Remove(info.ID)
	}
}

// watch has the lock of the file know that something is sent.
func (u upload) watch(ctx context.Context, src io.Reader) io.Reader {
	info, err := u.GetInfo(ctx)
	if err != nil {
		return src // writing fails alike
	}
	return watched{src, func() { u.store.locks.progressed(info.ID) }}
}

func (u upload) write(ctx context.Context, offset int64, src io.Reader) (int64, error) {
	n, err := u.Upload.WriteChunk(ctx, offset, src)
	if err != nil {
		err = u.store.failed("write", err)
	}
	return n, err
}

// GetInfo says what is known of a file.
func (u upload) GetInfo(ctx context.Context) (tus.FileInfo, error) {
	info, err := u.Upload.GetInfo(ctx)
	if err != nil {
		err = u.store.failed("find", err)
	}
	return info, err
}

// FinishUpload ends a file.
func (u upload) FinishUpload(ctx context.Context) error {
	if err := u.Upload.FinishUpload(ctx); err != nil {
		return u.store.failed("finish", err)
	}
	return nil
}

// allowed says what a file is by its head, whatever its name says.
func allowed(head []byte) (*mimetype.MIME, bool) {
	t := mimetype.Detect(head)
	return t, form.Attachments.Takes(t.String())
}

// NotFoundError says that there is no such upload, or that it is not complete.
type NotFoundError struct{ ID string }

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("there is no complete upload %.40q", e.ID)
}

// Reason says why a file is refused.
type Reason string

const (
	// ReasonType: it is neither a picture nor a film.
	ReasonType  Reason = "type"
	ReasonSize  Reason = "size"
	ReasonEmpty Reason = "empty"
)

// RefusedError says that a file is not taken.
type RefusedError struct{ Reason Reason }

func (e *RefusedError) Error() string { return "the file is refused: " + string(e.Reason) }

// Add takes a file that comes in one piece, with a form that is sent without scripts. It is looked at before anything of it
// is stored. The digest is of what it holds; the error is a *RefusedError for a file that is not taken.
func (s *Store) Add(ctx context.Context, name string, src io.Reader) (added form.Attachment, digest string, err error) {
	head := make([]byte, headLength)
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
	var u tus.Upload
	var id string
	maxSize := int64(form.Attachments.MaxSize)
	err = s.reserve(ctx, maxSize, func() (string, error) {
		u, id, err = s.begin(ctx, tus.FileInfo{SizeIsDeferred: true, MetaData: tus.MetaData{"filename": name}})
		return id, err
	})
	if err != nil {
		return added, "", fmt.Errorf("begin a file: %w", err)
	}
	defer func() {
		if err != nil {
			s.Remove(id)
		}
	}()
	sum := sha256.New()
	whole := io.TeeReader(io.MultiReader(bytes.NewReader(head[:n]), src), sum)
	size, err := u.WriteChunk(ctx, 0, io.LimitReader(whole, maxSize+1))
	if err != nil {
		return added, "", fmt.Errorf("keep a file: %w", err)
	}
	if size > maxSize {
		return added, "", &RefusedError{ReasonSize}
	}
	if err := s.files.AsLengthDeclarableUpload(u).DeclareLength(ctx, size); err != nil {
		return added, "", fmt.Errorf("keep a file: %w", err)
	}
	s.settle(id, size)
	added, err = s.Find(ctx, id)
	return added, hex.EncodeToString(sum.Sum(nil)), err
}

// Find is a complete upload, which survives a crash of the machine from then on: whoever names it is told that it is kept. The error
// is a *NotFoundError where there is none, and has the code UPSTREAM_UNAVAILABLE where the folder cannot be used.
func (s *Store) Find(ctx context.Context, id string) (form.Attachment, error) {
	found, err := s.find(ctx, id)
	if err != nil && !errors.As(err, new(*NotFoundError)) {
		err = &apperr.Error{Code: apperr.UpstreamUnavailable, Message: "files cannot be taken now: try again later",
			Cause: fmt.Errorf("keep the upload %s: %w", id, err)}
	}
	return found, err
}

func (s *Store) find(ctx context.Context, id string) (form.Attachment, error) {
	u, err := s.GetUpload(ctx, id)
	if known := new(tus.Error); errors.As(err, known) && known.ErrorCode == tus.ErrNotFound.ErrorCode {
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
	head, err := s.head(id)
	if err != nil {
		return form.Attachment{}, err
	}
	t, ok := allowed(head)
	if !ok {
		return form.Attachment{}, &NotFoundError{id}
	}
	for _, name := range []string{id, id + ".info", "."} {
		if err := persist(filepath.Join(s.dir, name)); err != nil {
			return form.Attachment{}, err
		}
	}
	return form.Attachment{ID: id, FileName: fileName(info.MetaData["filename"], t.Extension()), MediaType: t.String(), Size: info.Size}, nil
}

// persist makes a file, or the names in a folder, durable.
func persist(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (s *Store) head(id string) ([]byte, error) {
	f, err := s.Open(id)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, headLength)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("read the upload %s: %w", id, err)
	}
	return head[:n], nil
}

// fileName is a name that is safe to show and to keep, and that ends as its content wants.
func fileName(given, extension string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(given, "_"))
	name = strings.Trim(name, ". ")
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	if runes := []rune(stem); len(runes) > 100 {
		stem = string(runes[:100])
	}
	if stem == "" {
		stem = "file"
	}
	if own := strings.ToLower(filepath.Ext(name)); own == ".jpeg" && extension == ".jpg" || own == extension {
		extension = filepath.Ext(name)
	}
	return stem + extension
}

// Open gives the bytes of an upload.
func (s *Store) Open(id string) (io.ReadCloser, error) {
	if !isID(id) {
		return nil, &NotFoundError{id}
	}
	return os.Open(filepath.Join(s.dir, id))
}

// Remove takes an upload away.
func (s *Store) Remove(id string) {
	if !isID(id) {
		return
	}
	for _, name := range []string{id, id + ".info"} {
		if err := os.Remove(filepath.Join(s.dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			s.log.Warn("upload_not_removed", "upload", id, "error", err)
		}
	}
}

// Clean removes uploads that nobody came back for and no submission needs.
func (s *Store) Clean(needed map[string]bool, now time.Time) {
	s.promised.mu.Lock()
	defer s.promised.mu.Unlock()
	if _, _, err := s.taken("", now, needed); err != nil && !errors.Is(err, os.ErrNotExist) {
		s.log.Warn("promises_not_cleaned", "error", err)
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		if !errors.Is(err, os.ErrNotExist) {
			s.log.Warn("uploads_unreadable", "error", err)
		}
		return
	}
	for _, e := range entries {
		id := strings.TrimSuffix(e.Name(), ".info")
		info, err := e.Info()
		if err == nil && isID(id) && !needed[id] && now.Sub(info.ModTime()) > abandonedAfter {
			s.Remove(id)
		}
	}
}
