//go:build real

// Package peer gets real servers of other vendors and runs them for the tests of test/real: files of Maven Central and
// packages of Debian, kept in a folder between runs.
package peer

import (
	"archive/zip"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Cache returns a folder whose files are kept between runs: STRAND_REAL_CACHE, or one in the user's cache folder.
func Cache(t testing.TB, parts ...string) string {
	t.Helper()
	dir := os.Getenv("STRAND_REAL_CACHE")
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		dir = filepath.Join(base, "strand-real")
	}
	dir = filepath.Join(append([]string{dir}, parts...)...)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Maven returns the file of an artifact, such as Maven(t, "org.keycloak:keycloak-quarkus-dist:26.7.3:zip"), which Maven
// downloads once. The test is skipped if it cannot.
func Maven(t testing.TB, artifact string) string {
	t.Helper()
	parts := strings.Split(artifact, ":")
	if len(parts) != 4 {
		t.Fatalf("%s is not group:name:version:extension", artifact)
	}
	dir := Cache(t, "maven")
	path := filepath.Join(dir, fmt.Sprintf("%s-%s.%s", parts[1], parts[2], parts[3]))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	// An interrupted copy must not be used by the next run.
	partial, err := os.MkdirTemp(dir, ".copy-")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(partial) }()
	get := exec.Command(Debian(t, "maven", "mvn"), "-q", "-B", "dependency:copy", //nolint:gosec // from a test
		"-Dartifact="+artifact, "-DoutputDirectory="+partial)
	get.Dir = partial
	if output, err := get.CombinedOutput(); err != nil {
		t.Skipf("get %s: %v\n%s", artifact, err, output)
	}
	if err := os.Rename(filepath.Join(partial, filepath.Base(path)), path); err != nil {
		t.Fatal(err)
	}
	return path
}

// MavenDependencies returns a folder with all files that a POM needs, which Maven downloads once per name. The test
// is skipped if it cannot.
func MavenDependencies(t testing.TB, name, pom string) string {
	t.Helper()
	dir := filepath.Join(Cache(t, "maven"), name)
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	partial, err := os.MkdirTemp(Cache(t, "maven"), ".copy-")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(partial) }()
	get := exec.Command(Debian(t, "maven", "mvn"), "-q", "-B", "-f", pom, //nolint:gosec // from a test
		"dependency:copy-dependencies", "-DoutputDirectory="+partial)
	if output, err := get.CombinedOutput(); err != nil {
		t.Skipf("get the dependencies of %s: %v\n%s", pom, err, output)
	}
	if err := os.Rename(partial, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Unzip unpacks a zip file into a folder. Files of bin folders become executable.
func Unzip(t testing.TB, archive, dir string) {
	t.Helper()
	reader, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	if err := os.CopyFS(dir, reader); err != nil {
		t.Fatal(err)
	}
	scripts, _ := filepath.Glob(filepath.Join(dir, "*", "bin", "*.sh"))
	for _, script := range scripts {
		if err := os.Chmod(script, 0o700); err != nil { //nolint:gosec // a program
			t.Fatal(err)
		}
	}
}

var javaVersion = regexp.MustCompile(`version "(\d+)`)

// Java returns the home folder of a Java of at least a version, for example one installed beside the default one. The
// test is skipped without.
func Java(t testing.TB, version int) string {
	t.Helper()
	homes, _ := filepath.Glob("/usr/lib/jvm/*")
	best, bestVersion := "", 0
	for _, home := range append([]string{os.Getenv("JAVA_HOME")}, homes...) {
		java := filepath.Join(home, "bin", "java")
		output, err := exec.Command(java, "-version").CombinedOutput() //nolint:gosec // a found Java
		if err != nil {
			continue
		}
		match := javaVersion.FindSubmatch(output)
		if match == nil {
			continue
		}
		// The oldest that is new enough: a server is tested by its vendor with the versions that were current then.
		n, _ := strconv.Atoi(string(match[1]))
		if n >= version && (best == "" || n < bestVersion) {
			best, bestVersion = home, n
		}
	}
	if best == "" {
		t.Skipf("needs Java %d or newer (JAVA_HOME)", version)
	}
	return best
}

var installing sync.Mutex

// Debian returns the path of a program, and installs the package that has it, if it is missing and the user is root.
func Debian(t testing.TB, pkg, program string) string {
	t.Helper()
	installing.Lock()
	defer installing.Unlock()
	path, err := exec.LookPath(program)
	if err != nil {
		install := "apt-get update -qq; " +
			"DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends " + pkg
		_ = exec.Command("sh", "-c", install).Run() //nolint:gosec // the name of a package, from a test
		if path, err = exec.LookPath(program); err != nil {
			t.Skipf("install %s: %v", pkg, err)
		}
	}
	return path
}

// Root returns the root folder of the repository, which has the module's file. Paths of sources are not in the build
// (-trimpath), but tests run in the folder of their package.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd() // of the test's package; paths of source files are not known with -trimpath
	if err != nil {
		t.Fatal(err)
	}
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	t.Fatal("the test runs outside of the repository")
	return ""
}

// Build builds a program of cmd, such as strand or strand-demo.
func Build(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	build := exec.Command("go", "build", "-o", path, "./cmd/"+name) //nolint:gosec // from a test
	build.Dir = Root(t)
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", name, err, output)
	}
	return path
}

// Process is a running server. Its output is in Log.
type Process struct {
	Log  string // path of the file
	cmd  *exec.Cmd
	done chan struct{}
}

// Start starts a server, which ends with the test, and waits until ready returns nil.
func Start(t testing.TB, cmd *exec.Cmd, limit time.Duration, ready func(context.Context) error) *Process {
	t.Helper()
	log, err := os.CreateTemp(t.TempDir(), filepath.Base(cmd.Path)+"-*.log")
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	// The whole group ends: scripts start Java as a child.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &Process{Log: log.Name(), cmd: cmd, done: make(chan struct{})}
	go func() {
		_ = cmd.Wait()
		close(p.done)
	}()
	t.Cleanup(p.Kill)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for {
		err := ready(ctx)
		if err == nil {
			return p
		}
		select {
		case <-p.done:
			t.Fatalf("%s ended: %v\n%s", cmd.Path, cmd.ProcessState, p.Tail())
		case <-ctx.Done():
			t.Fatalf("%s is not ready after %s: %v\n%s", cmd.Path, limit, err, p.Tail())
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// Kill ends the server and its children.
func (p *Process) Kill() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	<-p.done
}

// Stop asks the server to end, and waits until it has.
func (p *Process) Stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.done
}

// Tail returns the last 4 kB of the output.
func (p *Process) Tail() string {
	text, _ := os.ReadFile(p.Log)
	return string(text[max(0, len(text)-4096):])
}

// Responds returns a function that fails until a URL is answered with status 200.
func Responds(url string) func(context.Context) error {
	return func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s", url, response.Status)
		}
		return nil
	}
}
