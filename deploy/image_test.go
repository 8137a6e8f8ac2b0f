package deploy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	"strand/internal/polltest"
	"strand/internal/servertest"
)

// dockerfile contains the instructions of the Dockerfile that this test follows.
type dockerfile struct {
	// built are the commands of the stage `build` after the sources were copied.
	built []string
	// copied are sources in the stage `build` and their targets in the image.
	copied [][2]string
	// environment are the variables of the image.
	environment []string
	entry, user string
}

// readDockerfile reads the Dockerfile of this repository. Whether it is valid is checked by deploy/checks.
func readDockerfile(t *testing.T) (d dockerfile) {
	t.Helper()
	text, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	stage, areSourcesCopied := "", false
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\\\n", " ")) {
		instruction, arguments, _ := strings.Cut(strings.TrimSpace(line), " ")
		arguments = strings.TrimSpace(arguments)
		fields := strings.Fields(arguments)
		switch instruction {
		case "FROM":
			stage = ""
			if len(fields) == 3 {
				stage = fields[2]
			}
		case "COPY":
			areSourcesCopied = areSourcesCopied || arguments == ". ."
			if stage == "" {
				d.copied = append(d.copied, [2]string{fields[len(fields)-2], fields[len(fields)-1]})
			}
		case "RUN":
			if stage == "build" && areSourcesCopied {
				d.built = append(d.built, arguments)
			}
		case "ENV":
			d.environment = append(d.environment, fields...)
		case "USER":
			d.user = arguments
		case "ENTRYPOINT":
			d.entry = strings.Trim(arguments, `[]"`)
		}
	}
	if len(d.built) == 0 || len(d.copied) == 0 || d.user == "" || d.entry == "" {
		t.Fatalf("the Dockerfile has other steps than this test knows: %+v", d)
	}
	return d
}

// userID is the user of the server in the image.
const userID = 65532

// baseFolders are the folders of this machine in place of the base image, which has the C and C++ libraries.
var baseFolders = []string{"/lib", "/lib64", "/usr/lib", "/etc/ssl", "/usr/share/zoneinfo"}

// enter runs a program in the image: with the base folders, with the folder as its root that cannot be written, and as
// an ordinary user. The first arguments are the root, the data folder and the user, then variables and the program.
const enter = `set -eu
root=$1 data=$2 user=$3
shift 3
mkdir -p "$root/data" "$root/tmp" "$root/proc" "$root/dev" "$root/etc"
cp /etc/hosts /etc/resolv.conf "$root/etc/"
mount --bind "$root" "$root"
for folder in $BASE_FOLDERS; do
	if [ -d "$folder" ]; then
		mkdir -p "$root$folder"
		mount --bind "$folder" "$root$folder"
	fi
done
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
mount -o remount,ro,bind "$root"
if touch "$root/app/written" 2>/dev/null; then
	echo "the root can be written" >&2
	exit 1
fi
while [ "${1#*=}" != "$1" ]; do
	export "$1"
	shift
done
exec chroot --userspec="$user" "$root" "$@"
`

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

// checkLicenses checks that the folder of the image has the license of each component that is in it. Packages for other
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

// TestImage lays out the file system of the image by the Dockerfile's own steps, and runs the server from it as the
// image does: as its user, with a root that cannot be written. It renders pages, transforms pictures and makes data
// sheets, and writes to its data folder only.
func TestImage(t *testing.T) {
	if os.Getuid() != 0 || exec.Command("unshare", "--mount", "mount", "--bind", "/tmp", "/mnt").Run() != nil {
		t.Skip("mounting needs root")
	}
	d := readDockerfile(t)
	for _, step := range d.built {
		command := exec.Command("sh", "-c", step)
		command.Dir = ".."
		command.Env = append(os.Environ(), "VERSION=v1.2.3-test", "REVISION=0123456789")
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", step, err, out)
		}
	}
	data := t.TempDir()
	// Beside what is copied, so that it can be linked: the packages of the renderers are large.
	root, err := filepath.Abs("../bin/image")
	if err == nil {
		err = errors.Join(os.RemoveAll(root), os.MkdirAll(root, 0o755))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	for _, copied := range d.copied {
		from, isBuilt := strings.CutPrefix(copied[0], "/src/")
		if !isBuilt {
			t.Fatalf("%s is not of the stage `build`", copied[0])
		}
		to := filepath.Join(root, copied[1])
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("cp", "-al", filepath.Join("..", from), to).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	checkDeadCode(t, filepath.Join(root, "app/strand"))
	checkLicenses(t, filepath.Join(root, "app"))
	if err := os.Chown(data, userID, userID); err != nil {
		t.Fatal(err)
	}

	systems := startSystems(t)
	site, admin := servertest.FreeAddr(t), servertest.FreeAddr(t)
	arguments := append([]string{root, data, d.user}, d.environment...)
	for _, s := range systems.Settings() {
		arguments = append(arguments, s.Variable+"="+s.Value)
	}
	arguments = append(
		arguments, "STRAND_ADDR="+site, "STRAND_ADMIN_ADDR="+admin, "STRAND_HOSTS="+site, d.entry, "serve",
	)
	server := inImage(t, arguments)
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

// inImage starts a program in the image.
func inImage(t *testing.T, arguments []string) *exec.Cmd {
	t.Helper()
	command := exec.Command("unshare", append([]string{"--mount", "sh", "-c", enter, "enter"}, arguments...)...)
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
