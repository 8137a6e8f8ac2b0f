package uploads

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tus/tusd/v2/pkg/filestore"
	tus "github.com/tus/tusd/v2/pkg/handler"
)

// files are the stored files. Ids have the form of isID.
type files interface {
	// list returns the ids of all uploads.
	list(ctx context.Context) ([]string, error)
	// info returns what was stored when an upload was begun; the error is tus.ErrNotFound if there is none.
	info(ctx context.Context, id string) (tus.FileInfo, error)
	// begin begins an upload whose id is in its information.
	begin(ctx context.Context, info tus.FileInfo) (tus.Upload, error)
	// get returns an upload; the error is tus.ErrNotFound if there is none.
	get(ctx context.Context, id string) (tus.Upload, error)
	// complete ends an upload whose size was unknown.
	complete(ctx context.Context, u tus.Upload, size int64) error
	// persist makes a complete upload durable. The error is fs.ErrNotExist if its content is not what was sent.
	persist(ctx context.Context, u tus.Upload, info tus.FileInfo) error
	open(id string) (io.ReadCloser, error)
	// remove succeeds if there is no such upload.
	remove(ctx context.Context, id string) error
}

// folder stores files in a folder.
type folder struct {
	dir   string
	store filestore.FileStore
}

func newFolder(dir string) folder {
	store := filestore.New(dir)
	store.DirModePerm, store.FileModePerm = 0o700, 0o600
	return folder{dir, store}
}

func (f folder) list(context.Context) (ids []string, err error) {
	found, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range found {
		if id, ok := idOfInfo(e.Name()); ok {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// idOfInfo returns the id of the upload whose information has a name.
func idOfInfo(name string) (id string, ok bool) {
	id, ok = strings.CutSuffix(name, ".info")
	return id, ok && isID(id)
}

func (f folder) info(_ context.Context, id string) (info tus.FileInfo, err error) {
	data, err := os.ReadFile(filepath.Join(f.dir, id+".info"))
	if errors.Is(err, fs.ErrNotExist) {
		return info, tus.ErrNotFound
	}
	if err == nil {
		err = json.Unmarshal(data, &info)
	}
	return info, err
}

func (f folder) begin(ctx context.Context, info tus.FileInfo) (tus.Upload, error) {
	if err := os.MkdirAll(f.dir, 0o750); err != nil {
		return nil, err
	}
	return f.store.NewUpload(ctx, info)
}

func (f folder) get(ctx context.Context, id string) (tus.Upload, error) {
	return f.store.GetUpload(ctx, id)
}

func (f folder) complete(ctx context.Context, u tus.Upload, size int64) error {
	return f.store.AsLengthDeclarableUpload(u).DeclareLength(ctx, size)
}

func (f folder) persist(_ context.Context, _ tus.Upload, info tus.FileInfo) error {
	for _, name := range []string{info.ID, info.ID + ".info", "."} {
		if err := syncFile(filepath.Join(f.dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// syncFile makes a file, or the names in a folder, durable.
func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (f folder) open(id string) (io.ReadCloser, error) { return os.Open(filepath.Join(f.dir, id)) }

func (f folder) remove(_ context.Context, id string) (err error) {
	for _, name := range []string{id, id + ".info"} {
		if e := os.Remove(filepath.Join(f.dir, name)); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}
