package deploy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"strand/demo"
	"strand/test/polltest"
	"strand/test/servertest"
)

// userID is the user of the server in the image.
const userID = 65532

// sampleProduct is the path of a product with a data sheet.
const sampleProduct = "/products/crimping/fully-automatic-crimping/double-sided/alpha-530"

// baseFolders are the folders of this machine in place of the image's base, which has the C and C++ libraries.
var baseFolders = []string{"/lib", "/lib64", "/usr/lib", "/etc/ssl", "/usr/share/zoneinfo"}

// checkDeadCode checks that the linker could remove methods without callers (docs/decisions/0046): it keeps all of them
// if the program can call a method by its name, as templates do.
func checkDeadCode(t *testing.T, program string) {
	t.Helper()
	binary, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	const used, byName = "strand/app.New", "text/template.(*state).evalField"
	if !bytes.Contains(binary, []byte(used)) {
		t.Fatalf("the names of functions were not found in %s", program)
	}
	if bytes.Contains(binary, []byte(byName)) {
		t.Errorf("%s is linked into the server, which keeps dead methods: `go build -ldflags=-dumpdep` tells why", byName)
	}
}

// checkLicenses checks that the folder of a server has the license of each component that is in it. Packages for other
// platforms are in the bill of materials only.
func checkLicenses(t *testing.T, folder string) {
	t.Helper()
	bill, err := os.ReadFile(filepath.Join(folder, "sbom.cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	var listed struct {
		Components []struct{ PURL, Name string }
	}
	if err := json.Unmarshal(bill, &listed); err != nil || len(listed.Components) < 100 {
		t.Fatalf("%d components, %v", len(listed.Components), err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "licenses.txt"))
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	for _, c := range listed.Components {
		if bytes.Contains(text, []byte("\n"+c.PURL+"\n")) {
			continue
		}
		installed := filepath.Join(folder, "node_modules", c.Name)
		if _, err := os.Stat(installed); err == nil || strings.HasPrefix(c.PURL, "pkg:golang/") {
			t.Errorf("%s has no license in licenses.txt", c.PURL)
		}
		missing++
	}
	if missing > len(listed.Components)/2 {
		t.Errorf("%d of %d components have no license", missing, len(listed.Components))
	}
}

// TestPackage lays out the files of a server, and runs it from them as its image does (test/real/images builds that):
// as an ordinary user, with a root that cannot be written, and with nothing but these files and the libraries of C and
// C++. It renders pages, transforms pictures and makes data sheets, and writes to its data folder only.
func TestPackage(t *testing.T) {
	if os.Getuid() != 0 || exec.Command("unshare", "--mount", "mount", "--bind", "/tmp", "/mnt").Run() != nil {
		t.Skip("mounting needs root")
	}
	build := exec.Command("make", "-C", "..", "package", "VERSION=v1.2.3-test", "REVISION=0123456789")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("make package: %v\n%s", err, out)
	}
	data := t.TempDir()
	// Beside what is copied, so that it can be linked: the files are large.
	root, err := filepath.Abs("../bin/image")
	if err == nil {
		err = errors.Join(os.RemoveAll(root), os.MkdirAll(root, 0o755))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	out, err := exec.Command("cp", "-al", "../bin/package", filepath.Join(root, "app")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(root, "app/client/dist/playground")); err == nil {
		t.Error("production has no playground")
	}
	checkDeadCode(t, filepath.Join(root, "app/strand"))
	checkLicenses(t, filepath.Join(root, "app"))
	if err := os.Chown(data, userID, userID); err != nil {
		t.Fatal(err)
	}

	systems := startSystems(t)
	site, admin := servertest.FreeAddr(t), servertest.FreeAddr(t)
	arguments := []string{
		"--mount", "./confined.sh", root, data, fmt.Sprintf("%d:%d", userID, userID),
		"STRAND_PRODUCTION=true", "STRAND_DATA_DIR=/data", "STRAND_CLIENT_DIR=/app/client/dist",
	}
	for _, s := range systems.Settings() {
		arguments = append(arguments, s.Variable+"="+s.Value)
	}
	arguments = append(
		arguments, "STRAND_ADDR="+site, "STRAND_ADMIN_ADDR="+admin, "STRAND_HOSTS="+site, "/app/strand", "serve",
	)
	server := confined(t, arguments)
	ready := awaitReady("http://" + site)
	if ready.Status != "ready" || ready.Renderers != 2 {
		t.Errorf("%+v", ready)
	}
	page := get(t, "http://"+site+"/en", "Sec-Fetch-Dest", "document")
	if !strings.Contains(page, "<h1") {
		t.Errorf("the page is not rendered: %.300s", page)
	}
	picture := between(page, `src="/images/`, `"`)
	if picture == "" {
		t.Error("the page has no picture")
	} else {
		get(t, "http://"+site+"/images/"+strings.ReplaceAll(picture, "&amp;", "&"), "Accept", "image/webp")
	}
	// With fonts of its own for Chinese. A sheet that takes longer than a request may wait is made for the next one.
	for _, locale := range []string{"en", "zh"} {
		address := "http://" + site + "/" + locale + sampleProduct + "/data-sheet.pdf"
		if err := polltest.Try(func() error { return isPDF(address) }); err != nil {
			t.Error(err)
		}
	}
	if changed := writtenFiles(t, root); len(changed) > 0 {
		t.Errorf("the server has written to %v", changed)
	}
	if _, err := os.Stat(filepath.Join(data, "outbox.db")); err != nil {
		t.Errorf("nothing is in the data folder: %v", err)
	}
	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

// isPDF fails unless a URL is answered with a PDF file.
func isPDF(url string) error {
	response, err := http.Get(url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && !strings.HasPrefix(string(body), "%PDF-") {
		err = fmt.Errorf("%s: %d %.100s", url, response.StatusCode, body)
	}
	return err
}

// confined starts a program in a root, by the arguments of `unshare`.
func confined(t *testing.T, arguments []string) *exec.Cmd {
	t.Helper()
	command := exec.Command("unshare", arguments...)
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "BASE_FOLDERS=" + strings.Join(baseFolders, " ")}
	output := &strings.Builder{}
	command.Stdout, command.Stderr = output, output
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill() // it may have ended
		_ = command.Wait()
		if t.Failed() {
			t.Logf("the server: %s", output)
		}
	})
	return command
}

type readiness struct {
	Status    string
	Renderers int
	Upstreams map[string]string
	Stores    map[string]string
}

// startSystems starts the sample systems.
func startSystems(t *testing.T) *demo.Systems {
	t.Helper()
	c, own, err := demo.Load("", []string{
		"STRAND_DATA_DIR=" + t.TempDir(), "STRAND_CONTENT_DIR=../demo/content",
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
	})
	if err != nil {
		t.Fatal(err)
	}
	systems, err := demo.StartUpstreams(c, own, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = systems.Close(context.Background()) })
	return systems
}

// readinessOf reads the state of a server.
func readinessOf(url string) (state readiness, err error) {
	response, err := http.Get(url + "/readyz")
	if err != nil {
		return readiness{}, err
	}
	defer response.Body.Close()
	return state, json.NewDecoder(response.Body).Decode(&state)
}

// awaitReady waits until the server is ready, or returns its last state.
func awaitReady(url string) (state readiness) {
	_ = polltest.Try(func() (err error) { // the caller judges the state
		if state, err = readinessOf(url); err == nil && (state.Status != "ready" || state.Renderers != 2) {
			return errors.New("not ready")
		}
		return err
	})
	return state
}

func get(t *testing.T, url string, header ...string) string {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set(header[0], header[1])
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("%s: %d %v %.300s", url, response.StatusCode, err, body)
	}
	return string(body)
}

// writtenFiles lists the files of a folder that belong to the user of the server.
func writtenFiles(t *testing.T, root string) (written []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if owner, ok := info.Sys().(*syscall.Stat_t); ok && owner.Uid == userID {
			written = append(written, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return written
}

func between(text, start, end string) string {
	_, rest, found := strings.Cut(text, start)
	if !found {
		return ""
	}
	inner, _, _ := strings.Cut(rest, end)
	return inner
}
