//go:build real

// Package backup runs the commands of deploy/backup with a PostgreSQL, a bucket and the product.
package backup

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"strand/demo"
	"strand/test/polltest"
	"strand/test/postgrestest"
	"strand/test/real/peer"
	"strand/test/s3test"
	"strand/test/servertest"

	_ "modernc.org/sqlite" // the database of the sample sis
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// TestBackup: a form with a file that waits for sis survives the loss of database and bucket, and is delivered once.
func TestBackup(t *testing.T) {
	for _, program := range []string{"rclone", "pg_dump"} {
		peer.Debian(t, map[string]string{"rclone": "rclone", "pg_dump": "postgresql-client"}[program], program)
	}
	root, dir := peer.Root(t), t.TempDir()
	configuration, own, err := demo.Load("", []string{
		"STRAND_CONTENT_DIR=" + filepath.Join(root, "demo", "content"), "STRAND_DATA_DIR=" + dir,
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_IDENTITY_ADDR=127.0.0.1:0",
	})
	if err != nil {
		t.Fatal(err)
	}
	samples, err := demo.Start(configuration, own, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = samples.Close(context.Background()) })
	var settings []string
	for _, s := range samples.Settings() {
		settings = append(settings, s.Variable+"="+s.Value)
	}
	postgres := postgrestest.Start(t)
	strand := peer.Build(t, "strand")

	// A server without sis has a form with a file.
	lost := store{database: postgres.NewDatabase(t), bucket: s3test.Start(t).URL()}
	first := startServer(t, strand, append(settings, "STRAND_SIS_URL=http://127.0.0.1:1/graphql"), lost)
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), bytes.Repeat([]byte{7}, 6<<20)...)
	id := first.upload(t, file)
	first.submit(t, id)

	copied := filepath.Join(dir, "backup")
	run(t, lost, filepath.Join(root, "deploy", "backup", "backup.sh"), copied)
	first.process.Kill()

	restored := store{database: postgres.NewDatabase(t), bucket: s3test.Start(t).URL()}
	run(t, restored, filepath.Join(root, "deploy", "backup", "restore.sh"), copied)
	if output, err := command(restored, filepath.Join(root, "deploy", "backup", "restore.sh"), copied); err == nil {
		t.Errorf("a database that is not empty is restored into: %s", output)
	}
	startServer(t, strand, settings, restored)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "sis", "sis.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	count := 0
	polltest.Until(t, "sis has the form", func() bool {
		err := db.QueryRow(`SELECT count(*) FROM requests WHERE instr(input, 'BACKUP-1') > 0`).Scan(&count)
		return err == nil && count > 0
	})
	polltest.Until(t, "sis has the file as it was sent", func() bool {
		data, err := os.ReadFile(filepath.Join(dir, "sis", "files", id))
		return err == nil && bytes.Equal(data, file)
	})
	// The first count was that of the moment at which the form arrived.
	if err := db.QueryRow(`SELECT count(*) FROM requests WHERE instr(input, 'BACKUP-1') > 0`).Scan(&count); err != nil {
		t.Fatal(err)
	}
	if count != 1 {
		t.Errorf("the form is stored %d times", count)
	}
}

// store is where a server keeps forms and files.
type store struct{ database, bucket string }

// command runs a script of deploy/backup.
func command(s store, script, folder string) (string, error) {
	bucket, err := url.Parse(s.bucket)
	if err != nil {
		return "", err
	}
	secret, _ := bucket.User.Password()
	cmd := exec.Command(script, folder) //nolint:gosec // from a test
	// Debian's rclone does not start with the certificate authority of an environment of AWS.
	cmd.Env = append(os.Environ(), "AWS_CA_BUNDLE=",
		"STRAND_DATABASE_URL="+s.database, "STRAND_BACKUP_REMOTE=site:"+s3test.Bucket,
		"RCLONE_CONFIG_SITE_TYPE=s3", "RCLONE_CONFIG_SITE_PROVIDER=Other",
		"RCLONE_CONFIG_SITE_ENDPOINT=http://"+bucket.Host, "RCLONE_CONFIG_SITE_ACCESS_KEY_ID="+bucket.User.Username(),
		"RCLONE_CONFIG_SITE_SECRET_ACCESS_KEY="+secret)
	output, err := cmd.CombinedOutput()
	return string(output), err
}

func run(t *testing.T, s store, script, folder string) {
	t.Helper()
	if output, err := command(s, script, folder); err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(script), err, output)
	}
}

// server is a running server.
type server struct {
	origin  string
	process *peer.Process
}

func startServer(t *testing.T, program string, settings []string, s store) server {
	t.Helper()
	addr := servertest.FreeAddr(t)
	cmd := exec.Command(program, "serve") //nolint:gosec // built by the test
	cmd.Dir = peer.Root(t)
	cmd.Env = append(os.Environ(), settings...)
	cmd.Env = append(cmd.Env, "STRAND_ADDR="+addr, "STRAND_ADMIN_ADDR=127.0.0.1:0", "STRAND_DATA_DIR="+t.TempDir(),
		"STRAND_DATABASE_URL="+s.database, "STRAND_S3_URL="+s.bucket, "STRAND_RENDERERS=1")
	process := peer.Start(t, cmd, 2*time.Minute, peer.Responds("http://"+addr+"/readyz"))
	return server{"http://" + addr, process}
}

// send sends a request as a visitor of localhost.
func (s server) send(t *testing.T, method, path string, body []byte, header ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.origin+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Host = "localhost"
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

// upload uploads a file and returns its id.
func (s server) upload(t *testing.T, data []byte) string {
	t.Helper()
	made, text := s.send(t, http.MethodPost, "/api/uploads/", nil, "Tus-Resumable", "1.0.0", "Upload-Length",
		strconv.Itoa(len(data)))
	location := made.Header.Get("Location")
	id := location[strings.LastIndexByte(location, '/')+1:]
	sent, more := s.send(t, http.MethodPatch, "/api/uploads/"+id, data, "Tus-Resumable", "1.0.0", "Upload-Offset", "0",
		"Content-Type", "application/offset+octet-stream")
	if made.StatusCode != http.StatusCreated || sent.StatusCode != http.StatusNoContent {
		t.Fatalf("%d %s, %d %s", made.StatusCode, text, sent.StatusCode, more)
	}
	return id
}

// submit submits a request for service with a file.
func (s server) submit(t *testing.T, file string) {
	t.Helper()
	values := []map[string]string{{"name": "attachments", "value": file}}
	for name, value := range map[string]string{
		"firstName": "Ada", "lastName": "Muster", "email": "ada@example.com", "company": "ACME", "address": "Weg 1",
		"zipCode": "6000", "city": "Luzern", "state": "LU", "country": "CH", "machineName": "Alpha 530",
		"serialNumber": "A-1", "requestedService": "repair", "subject": "Hum", "description": "BACKUP-1",
	} {
		values = append(values, map[string]string{"name": name, "value": value})
	}
	body, err := json.Marshal(map[string]any{
		"query": `mutation Submit($input: SubmitFormInput!) { submitForm(input: $input) { userErrors { message } } }`,
		"variables": map[string]any{"input": map[string]any{
			"kind": "SERVICE_REQUEST", "locale": "en", "idempotencyKey": fmt.Sprint("backup-", time.Now().UnixNano()),
			"values": values,
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, text := s.send(t, http.MethodPost, "/graphql", body, "Content-Type", "application/json")
	var answer struct {
		Data struct {
			SubmitForm *struct{ UserErrors []json.RawMessage }
		}
	}
	err = json.Unmarshal([]byte(text), &answer)
	if err != nil || answer.Data.SubmitForm == nil || len(answer.Data.SubmitForm.UserErrors) > 0 {
		t.Fatalf("the form is not accepted: %s", text)
	}
}
