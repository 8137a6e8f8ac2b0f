package uploads

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	tus "github.com/tus/tusd/v2/pkg/handler"
	"github.com/tus/tusd/v2/pkg/s3store"
)

const (
	// partSize is the size of the parts in which a file is sent to the bucket, the smallest that S3 allows. Each upload
	// has at most partsAhead+2 parts on the disk of the server, and loses so many if the server is killed.
	partSize   = 5 << 20
	partsAhead = 1
	// receivers limits how many uploads of a server receive data at once, slow ones included: s3store counts an upload
	// while it waits for data.
	receivers = 10_000
	// partFiles is the pattern of the files of such parts.
	partFiles = "tusd-s3-*"
)

// bucketFiles stores files in a bucket: for each upload `<id>.info` and, when it is complete, `<id>`; until then parts
// of a multipart upload, and `<id>.part` for the rest. The public id of an upload is the part before the plus of the
// id that s3store uses; the part after it identifies the multipart upload.
type bucketFiles struct {
	*Bucket
	store s3store.S3Store
	dir   string
}

// nameless is the client of a bucket that does not send the metadata of an upload in headers, where not every text is
// possible. `<id>.info` has them.
type nameless struct{ *s3.Client }

func (n nameless) CreateMultipartUpload(
	ctx context.Context, in *s3.CreateMultipartUploadInput, more ...func(*s3.Options),
) (*s3.CreateMultipartUploadOutput, error) {
	in.Metadata, in.ContentType = nil, nil
	return n.Client.CreateMultipartUpload(ctx, in, more...)
}

func newBucketFiles(b *Bucket, dir string) bucketFiles {
	store := s3store.New(b.name, nameless{b.client})
	store.ObjectPrefix = strings.TrimSuffix(b.prefix, "/")
	store.MinPartSize, store.PreferredPartSize, store.MaxPartSize = partSize, partSize, partSize
	store.MaxBufferedParts = partsAhead
	store.TemporaryDirectory = dir
	store.SetConcurrentPartUploads(receivers)
	return bucketFiles{b, store, dir}
}

// object returns the name of an object of the bucket.
func (f bucketFiles) object(name string) *string { return aws.String(f.prefix + name) }

// isMissing reports whether an error says that an object or a multipart upload does not exist.
func isMissing(err error) bool {
	var refusal smithy.APIError
	if !errors.As(err, &refusal) {
		return false
	}
	code := refusal.ErrorCode()
	return code == "NoSuchKey" || code == "NotFound" || code == "NoSuchUpload"
}

// publicUpload is an upload with the id that visitors know.
type publicUpload struct{ tus.Upload }

func (u publicUpload) GetInfo(ctx context.Context) (tus.FileInfo, error) {
	info, err := u.Upload.GetInfo(ctx)
	info.ID, _, _ = strings.Cut(info.ID, "+")
	return info, err
}

func (f bucketFiles) list(ctx context.Context) (ids []string, err error) {
	pages := s3.NewListObjectsV2Paginator(f.client, &s3.ListObjectsV2Input{
		Bucket: aws.String(f.name), Prefix: aws.String(f.prefix),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		for _, o := range page.Contents {
			if id, ok := idOfInfo(strings.TrimPrefix(aws.ToString(o.Key), f.prefix)); ok {
				ids = append(ids, id)
			}
		}
	}
	return ids, nil
}

// removeLeftParts removes parts that a killed server has left on the disk.
func (f bucketFiles) removeLeftParts() {
	left, _ := filepath.Glob(filepath.Join(f.dir, partFiles)) // the pattern is valid
	for _, file := range left {
		if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > reservationLifetime {
			_ = os.Remove(file) // the next cleaning tries again
		}
	}
}

// info returns what was stored when an upload was begun, with the id that s3store uses.
func (f bucketFiles) info(ctx context.Context, id string) (info tus.FileInfo, err error) {
	got, err := f.client.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String(f.name), Key: f.object(id + ".info")})
	if isMissing(err) {
		return info, tus.ErrNotFound
	}
	if err != nil {
		return info, err
	}
	defer got.Body.Close()
	err = json.NewDecoder(io.LimitReader(got.Body, maxInfo)).Decode(&info)
	return info, err
}

// maxInfo limits what is stored when an upload is begun, in bytes.
const maxInfo = 1 << 20

func (f bucketFiles) begin(ctx context.Context, info tus.FileInfo) (tus.Upload, error) {
	if err := os.MkdirAll(f.dir, 0o750); err != nil {
		return nil, err
	}
	u, err := f.store.NewUpload(ctx, info)
	return publicUpload{u}, err
}

func (f bucketFiles) get(ctx context.Context, id string) (tus.Upload, error) {
	if err := os.MkdirAll(f.dir, 0o750); err != nil {
		return nil, err
	}
	info, err := f.info(ctx, id)
	if err != nil {
		return nil, err
	}
	u, err := f.store.GetUpload(ctx, info.ID)
	return publicUpload{u}, err
}

func (f bucketFiles) complete(ctx context.Context, u tus.Upload, size int64) error {
	stored := u.(publicUpload).Upload
	if err := f.store.AsLengthDeclarableUpload(stored).DeclareLength(ctx, size); err != nil {
		return err
	}
	// Only now the rest, which may be smaller than a part, is the last one.
	if _, err := stored.WriteChunk(ctx, size, bytes.NewReader(nil)); err != nil {
		return err
	}
	return stored.FinishUpload(ctx)
}

// persist checks the size of the content, which would be wrong if two servers had written parts. A server that was
// killed after the last part has left an upload that is still to be finished.
func (f bucketFiles) persist(ctx context.Context, u tus.Upload, info tus.FileInfo) error {
	size, err := f.size(ctx, info.ID)
	if isMissing(err) {
		if err = u.FinishUpload(ctx); err == nil {
			size, err = f.size(ctx, info.ID)
		}
	}
	switch {
	case isMissing(err):
		return fmt.Errorf("the content of %s: %w", info.ID, fs.ErrNotExist)
	case err == nil && size != info.Size:
		return fmt.Errorf("the content of %s has %d bytes instead of %d: %w", info.ID, size, info.Size, fs.ErrNotExist)
	}
	return err
}

func (f bucketFiles) size(ctx context.Context, id string) (int64, error) {
	head, err := f.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: aws.String(f.name), Key: f.object(id)})
	if err != nil {
		return 0, err
	}
	return aws.ToInt64(head.ContentLength), nil
}

func (f bucketFiles) open(id string) (io.ReadCloser, error) {
	// The reader decides how long it takes; an answer that does not begin ends after answerTimeout.
	got, err := f.client.GetObject(context.Background(), &s3.GetObjectInput{
		Bucket: aws.String(f.name), Key: f.object(id),
	})
	if isMissing(err) {
		return nil, fmt.Errorf("the content of %s: %w", id, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	return got.Body, nil
}

func (f bucketFiles) remove(ctx context.Context, id string) error {
	info, err := f.info(ctx, id)
	if err != nil && !errors.Is(err, tus.ErrNotFound) {
		return err
	}
	if _, multipart, ok := strings.Cut(info.ID, "+"); ok {
		_, err := f.client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{
			Bucket: aws.String(f.name), Key: f.object(id), UploadId: aws.String(multipart),
		})
		if err != nil && !isMissing(err) {
			return err
		}
	}
	// The information is the last, since it leads to the rest.
	for _, name := range []string{id, id + ".part", id + ".info"} {
		_, err := f.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: aws.String(f.name), Key: f.object(name)})
		if err != nil && !isMissing(err) {
			return err
		}
	}
	return nil
}
