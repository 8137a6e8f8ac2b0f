//go:build real

// Package images builds the images of the Dockerfile, and runs them.
package images

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"strand/demo"
	"strand/test/polltest"
	"strand/test/real/peer"
	"strand/test/servertest"
)

const (
	// largest is the size of the image of the server in bytes.
	largest = 350 << 20
	// space is the free disk that the builds need in bytes: 4.9 GB were used at most.
	space = 6 << 30
	user  = "65532:65532"
	// sampleSheet is the path of a data sheet in Chinese.
	sampleSheet = "/zh/products/crimping/fully-automatic-crimping/double-sided/alpha-530/data-sheet.pdf"
	// version and revision are the arguments of the builds.
	version, revision = "v1.2.3-test", "0123456789abcdef"
)

// TestImages builds the images of the server and of the demo by buildah, without an engine and a registry: over bases
// with the names of the Dockerfile that debootstrap and the packages of Debian make. It runs both as an ordinary user
// with a root that cannot be written, and asks them for a page.
func TestImages(t *testing.T) {
	if os.Getuid() != 0 || exec.Command("unshare", "--mount", "true").Run() != nil {
		t.Skip("mounting needs root")
	}
	b := newBuilder(t)
	b.makeBases()

	demoRoot, demoConfig := b.build("demo")
	serverRoot, serverConfig := b.build("server")
	checkSize(t, serverRoot)
	for name, config := range map[string]imageConfig{"demo": demoConfig, "server": serverConfig} {
		if config.User != user || config.Volumes["/data"] == nil || len(config.Healthcheck.Test) == 0 ||
			config.Labels["org.opencontainers.image.version"] != version ||
			config.Labels["org.opencontainers.image.revision"] != revision {
			t.Errorf("the image of the %s: %+v", name, config)
		}
	}
	if _, err := os.Stat(filepath.Join(serverRoot, "app/client/dist/playground")); err == nil {
		t.Error("the image of the server has the playground")
	}

	t.Run("server", func(t *testing.T) {
		site := run(t, serverRoot, serverConfig, startSystems(t)...)
		page := get(t, site+"/en")
		if !strings.Contains(page, "<h1") {
			t.Errorf("the page is not rendered: %.300s", page)
		}
		picture := regexp.MustCompile(`src="(/images/[^"]+)"`).FindStringSubmatch(page)
		if picture == nil {
			t.Fatal("the page has no picture")
		}
		get(t, site+strings.ReplaceAll(picture[1], "&amp;", "&"))
		// With a font of its own. A sheet that takes longer than a request may wait is made for the next one.
		if err := polltest.Try(func() error { return peer.Responds(site + sampleSheet)(t.Context()) }); err != nil {
			t.Error(err)
		}
	})
	t.Run("demo", func(t *testing.T) {
		identity := servertest.FreeAddr(t)
		_, port, _ := strings.Cut(identity, ":")
		site := run(t, demoRoot, demoConfig, "STRAND_EMBEDDED_IDENTITY_LISTEN=:"+port,
			"STRAND_EMBEDDED_IDENTITY_ADDR=localhost:"+port, "STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
			"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0")
		if page := get(t, site+"/en"); !strings.Contains(page, "<h1") || !strings.Contains(page, "Strand") {
			t.Errorf("no sample content: %.300s", page)
		}
		get(t, site+"/playground")
		issuer := get(t, "http://"+identity+"/am/oauth2/realms/root/realms/alpha/.well-known/openid-configuration")
		if !strings.Contains(issuer, "http://localhost:"+port+"/") {
			t.Errorf("the provider is not at this computer: %.300s", issuer)
		}
	})
}

// builder builds images in a storage of its own, which is removed with the test.
type builder struct {
	t              *testing.T
	program, cache string
	options        []string
	// hasLayers tells that a second build reuses the layers of the first one: without overlay mounts, each would be a
	// copy of the whole file system.
	hasLayers bool
}

func newBuilder(t *testing.T) *builder {
	t.Helper()
	b := &builder{t: t, program: peer.Debian(t, "buildah", "buildah"), cache: peer.Cache(t, "images")}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(b.cache, &disk); err != nil {
		t.Fatal(err)
	}
	if free := disk.Bavail * uint64(disk.Bsize); free < space { //nolint:gosec // the size of a block is positive
		t.Skipf("building the images needs %d GiB of free disk, %s has %d", space>>30, b.cache, free>>30)
	}
	// On a disk: the folder of tests may be in memory.
	storage, err := os.MkdirTemp(b.cache, "storage-")
	if err != nil {
		t.Fatal(err)
	}
	for _, driver := range []string{"overlay", "vfs"} {
		b.options = []string{
			"--root", filepath.Join(storage, "root"), "--runroot", filepath.Join(storage, "run"),
			"--storage-driver", driver,
		}
		if b.hasLayers = driver == "overlay"; exec.Command(b.program, append(b.options, "info")...).Run() == nil {
			break
		}
		_ = os.RemoveAll(storage)
	}
	t.Cleanup(func() {
		// Also mounts that a failed build has left.
		const remove = `cd "$1" && for mounted in root/overlay/*/merged root/overlay; do
	umount "$mounted" 2>/dev/null
done
rm -rf "$1"`
		if out, err := exec.Command("sh", "-c", remove, "sh", storage).CombinedOutput(); err != nil {
			t.Errorf("remove the images: %v %s", err, out)
		}
	})
	return b
}

// buildah runs buildah and returns its output.
func (b *builder) buildah(arguments ...string) string {
	b.t.Helper()
	return command(b.t, b.program, slices.Concat(b.options, arguments)...)
}

// command runs a program and returns its output. The test fails if the program does.
func command(t *testing.T, program string, arguments ...string) string {
	t.Helper()
	out, err := output(program, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// need runs a program that the machine or its network may not allow. The test is skipped if the program fails.
func need(t *testing.T, program string, arguments ...string) {
	t.Helper()
	if _, err := output(program, arguments...); err != nil {
		t.Skip(err)
	}
}

func output(program string, arguments ...string) (string, error) {
	var failures strings.Builder
	c := exec.Command(program, arguments...)
	c.Stderr = &failures
	out, err := c.Output()
	if err != nil {
		// The reason is at the end of the errors.
		said := string(out) + failures.String()
		err = fmt.Errorf("%s %s: %w\n%s", program, strings.Join(arguments, " "), err, said[max(0, len(said)-4000):])
	}
	return strings.TrimSpace(string(out)), err
}

// makeBases makes the images that the Dockerfile is built over. Their content is not that of the registry: Go and Node
// are those of this machine, and Debian's packages are the present ones.
func (b *builder) makeBases() {
	t := b.t
	t.Helper()
	dockerfile, err := os.ReadFile(filepath.Join(peer.Root(t), "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	debian := b.cached("debian", func(dir string) {
		peer.Debian(t, "debootstrap", "debootstrap")
		need(t, "debootstrap", "--variant=minbase", "--include=make,ca-certificates", "bookworm", dir)
	})
	// What distroless/cc consists of.
	libraries := b.cached("libraries", func(dir string) {
		packages := "base-files ca-certificates libc6 libgcc-s1 libgomp1 libssl3 libstdc++6 netbase tzdata"
		command(t, "cp", "/etc/resolv.conf", filepath.Join(debian, "etc"))
		need(t, "chroot", debian, "sh", "-c", "cd /tmp && apt-get update -qq && apt-get download -qq "+packages)
		archives, _ := filepath.Glob(filepath.Join(debian, "tmp/*.deb"))
		for _, archive := range archives {
			command(t, "dpkg-deb", "--extract", archive, dir)
		}
		command(t, "cp", "-r", filepath.Join(debian, "etc/ssl/certs"), filepath.Join(dir, "etc/ssl"))
		command(t, "rm", "-rf", filepath.Join(dir, "usr/share/doc"), filepath.Join(dir, "usr/share/man"))
		users := "root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n"
		if err := os.WriteFile(filepath.Join(dir, "etc/passwd"), []byte(users), 0o600); err != nil {
			t.Fatal(err)
		}
		command(t, "chmod", "644", filepath.Join(dir, "etc/passwd"))
	})
	node, err := filepath.EvalSymlinks(peer.Debian(t, "nodejs", "node"))
	if err != nil {
		t.Fatal(err)
	}
	npm := command(t, "npm", "root", "--global")
	for _, from := range regexp.MustCompile(`(?m)^FROM (\S+/\S+)`).FindAllStringSubmatch(string(dockerfile), -1) {
		container := b.buildah("from", "scratch")
		switch name := from[1]; {
		case strings.Contains(name, "/node:"):
			b.buildah("copy", container, node, "/usr/local/bin/node")
			b.buildah("copy", container, npm, "/usr/local/lib/node_modules")
		case strings.Contains(name, "/golang:"):
			b.buildah("copy", container, debian, "/")
			need(t, b.program, slices.Concat(b.options, []string{"run", "--isolation", "chroot", container, "true"})...)
			b.buildah("copy", container, command(t, "go", "env", "GOROOT"), "/usr/local/go")
			// The authorities that this machine trusts, if its network has a proxy.
			const authorities = "/etc/ssl/certs/ca-certificates.crt"
			b.buildah("copy", container, authorities, authorities)
			b.buildah("config",
				"--env", "PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
				"--env", "GOPATH=/go", "--env", "GOTOOLCHAIN=local", "--env", "NODE_EXTRA_CA_CERTS="+authorities,
				container)
		case strings.Contains(name, "/cc-debian12:"):
			b.buildah("copy", container, libraries, "/")
			b.buildah("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin", container)
		default:
			t.Fatalf("the base %s is unknown", name)
		}
		b.buildah("commit", "--quiet", "--rm", container, from[1])
	}
}

// cached returns a folder that is made once.
func (b *builder) cached(name string, fill func(dir string)) string {
	b.t.Helper()
	dir := filepath.Join(b.cache, name)
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	// An interrupted copy must not be used by the next run.
	partial, err := os.MkdirTemp(b.cache, name+"-")
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(partial) }()
	fill(partial)
	//nolint:gosec // the root folder of a file system
	if err := errors.Join(os.Chmod(partial, 0o755), os.Rename(partial, dir)); err != nil {
		b.t.Fatal(err)
	}
	return dir
}

// imageConfig is the configuration of an image.
type imageConfig struct {
	User            string
	Env             []string
	Entrypoint, Cmd []string
	Volumes         map[string]any
	Labels          map[string]string
	Healthcheck     struct{ Test []string }
}

// build builds a target of the Dockerfile and returns the folder with the files of the image.
func (b *builder) build(target string) (root string, config imageConfig) {
	b.t.Helper()
	started := time.Now()
	// With the caches of this machine.
	b.buildah("build", "--isolation", "chroot", "--format", "docker", "--pull-never",
		fmt.Sprintf("--layers=%t", b.hasLayers),
		"--volume", command(b.t, "go", "env", "GOMODCACHE")+":/go/pkg/mod",
		"--volume", command(b.t, "go", "env", "GOCACHE")+":/root/.cache/go-build",
		"--volume", command(b.t, "npm", "config", "get", "cache")+":/root/.npm",
		"--build-arg", "VERSION="+version, "--build-arg", "REVISION="+revision,
		"--target", target, "--tag", "localhost/strand-"+target, peer.Root(b.t))
	b.t.Logf("%s: built in %s", target, time.Since(started).Round(time.Second))
	container := b.buildah("from", "--pull-never", "localhost/strand-"+target)
	inspected := b.buildah("inspect", "--type", "image", "localhost/strand-"+target)
	var image struct {
		Docker struct {
			Config imageConfig `json:"config"`
		}
	}
	if err := json.Unmarshal([]byte(inspected), &image); err != nil {
		b.t.Fatal(err)
	}
	// A copy: names are written into it, as an engine does.
	root = filepath.Join(filepath.Dir(b.options[1]), target)
	command(b.t, "cp", "-a", b.buildah("mount", container), root)
	b.buildah("rm", container)
	return root, image.Docker.Config
}

// checkSize checks and prints the size of an image, and of its parts.
func checkSize(t *testing.T, root string) {
	t.Helper()
	total, parts := int64(0), map[string]int64{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		part := "base"
		for _, prefix := range []string{
			"app/node_modules/.bin", "app/node_modules/@embedpdf", "app/node_modules/@expo-google-fonts",
			"app/node_modules", "app/client/dist/browser", "app/client/dist/server", "app/strand", "app",
		} {
			if strings.HasPrefix(name, prefix) {
				part = prefix
				break
			}
		}
		parts[part] += info.Size()
		total += info.Size()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		t.Logf("%-36s %6.1f MiB", part, float64(parts[part])/(1<<20))
	}
	if t.Logf("%-36s %6.1f MiB", "all", float64(total)/(1<<20)); total > largest {
		t.Errorf("the image has %d MiB", total>>20)
	}
}

// run starts the program of an image as a container does, waits until it is ready, and returns its URL.
func run(t *testing.T, root string, config imageConfig, settings ...string) (site string) {
	t.Helper()
	data := t.TempDir()
	if err := os.Chown(data, 65532, 65532); err != nil {
		t.Fatal(err)
	}
	addr, admin := servertest.FreeAddr(t), servertest.FreeAddr(t)
	variables := slices.Concat(config.Env, settings, []string{
		"STRAND_ADDR=" + addr, "STRAND_ADMIN_ADDR=" + admin, "STRAND_HOSTS=" + addr, "STRAND_DRAIN_DELAY=0s",
	})
	confined := func(program []string) *exec.Cmd {
		c := exec.Command("unshare", slices.Concat(
			[]string{"--mount", filepath.Join(peer.Root(t), "deploy/confined.sh"), root, data, config.User},
			variables, program,
		)...)
		c.Env = []string{"PATH=" + os.Getenv("PATH")}
		return c
	}
	health := func(context.Context) error {
		// As the engine runs it.
		if out, err := confined(config.Healthcheck.Test[1:]).CombinedOutput(); err != nil {
			return fmt.Errorf("the health check: %w: %s", err, out)
		}
		return nil
	}
	server := peer.Start(t, confined(slices.Concat(config.Entrypoint, config.Cmd)), 3*time.Minute, health)
	t.Cleanup(func() {
		if server.Stop(); t.Failed() {
			t.Logf("the server: %s", server.Tail())
		}
	})
	if _, err := os.Stat(filepath.Join(data, "outbox.db")); err != nil {
		t.Errorf("nothing is in the data folder: %v", err)
	}
	return "http://" + addr
}

// startSystems starts the sample systems outside of the image, and returns the settings for them.
func startSystems(t *testing.T) (settings []string) {
	t.Helper()
	c, own, err := demo.Load("", []string{
		"STRAND_DATA_DIR=" + t.TempDir(), "STRAND_CONTENT_DIR=" + filepath.Join(peer.Root(t), "demo/content"),
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
	for _, s := range systems.Settings() {
		settings = append(settings, s.Variable+"="+s.Value)
	}
	return settings
}

func get(t *testing.T, url string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Sec-Fetch-Dest", "document")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("%s: %d %v %.300s", url, response.StatusCode, err, body)
	}
	return string(body)
}
