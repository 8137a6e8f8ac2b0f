package app_test

import (
	"crypto/rand"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// wholeServers counts the servers that the tests started.
var wholeServers atomic.Int32

const sampleContent = "../demo/content"

// sharedServers are the servers of several tests.
var sharedServers = struct {
	sync.Mutex
	byName   map[string]*strand
	cleanups []func()
}{byName: map[string]*strand{}}

// editorLogin is the login of an editor, because the number of logins is limited.
type editorLogin struct {
	sync.Mutex
	cookie string
}

// shared returns a server that other tests read, too, so that its caches are not empty. A test that changes what
// others see, makes its systems fail or counts their calls starts a server of its own.
func shared(t *testing.T, name string, start func(testing.TB) *strand) *strand {
	t.Helper()
	sharedServers.Lock()
	defer sharedServers.Unlock()
	s := sharedServers.byName[name]
	if s == nil {
		s = start(lasting{t})
		s.editor = &editorLogin{}
		lasting{t}.Cleanup(s.CloseClientConnections)
		sharedServers.byName[name] = s
	}
	// Faults and numbers of calls stay with the server.
	return &strand{
		Server: s.Server, client: s.client, settings: s.settings, data: s.data, app: s.app, editor: s.editor,
	}
}

// withSamples are the settings of a server with the sample accounts and an editor area, on which tests do not use up
// each other's searches.
var withSamples = []string{
	"STRAND_CONTENT_DIR=" + sampleContent, "STRAND_EDITOR_PASSWORD=editor", "STRAND_SEARCH_LIMIT=1000000",
}

// testSite returns the shared server of the test content.
func testSite(t *testing.T) *strand {
	t.Helper()
	return shared(t, testContent, func(t testing.TB) *strand {
		t.Helper()
		return startWith(t, testContent, append([]string{screenOperation, canonicalOperation}, withSamples...)...)
	})
}

// sampleSite returns the shared server of the sample content, with the operations of the client.
func sampleSite(t *testing.T) *strand {
	t.Helper()
	return shared(t, sampleContent, func(t testing.TB) *strand {
		t.Helper()
		return startWith(t, sampleContent, append(append(screenOperations(t), sheetOperation(t)), withSamples...)...)
	})
}

// gatedSite returns the shared server of a site with gated pages.
func gatedSite(t *testing.T) *strand {
	t.Helper()
	return shared(t, "gated", func(t testing.TB) *strand { return startGated(t) })
}

// linkedSite returns the shared server with drafts on two sites.
func linkedSite(t *testing.T) *strand {
	t.Helper()
	return shared(t, "linked", startLinked)
}

// usedFolder is the data folder of a server that was used and stopped.
var usedFolder struct {
	sync.Mutex
	path string
}

// copyUsedFolder returns a copy of the data folder of a server that was used and stopped.
func copyUsedFolder(t *testing.T) string {
	t.Helper()
	usedFolder.Lock()
	defer usedFolder.Unlock()
	if usedFolder.path == "" {
		s := startWith(t, testContent, screenOperation, "STRAND_DATA_DIR="+filepath.Join(lasting{t}.TempDir(), "data"))
		if status := s.status(t, "/en"); status != http.StatusOK {
			t.Fatal(status)
		}
		s.stop(t)
		usedFolder.path = s.data
	}
	folder := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(folder, os.DirFS(usedFolder.path)); err != nil {
		t.Fatal(err)
	}
	return folder
}

// portalSite returns the shared server whose sample accounts tests change: each has users of its own for what others
// would notice, or an organization for what its lists show. Tests on it do not run in parallel.
func portalSite(t *testing.T) *strand {
	t.Helper()
	return shared(t, "portal", func(t testing.TB) *strand {
		t.Helper()
		return startWith(t, sampleContent, append(screenOperations(t), "STRAND_CONTENT_DIR="+sampleContent,
			trustsLoopback, "STRAND_LEARNING_URL=https://learn.example/", "STRAND_MASTER_DATA_WM_URL=",
			"STRAND_IDENTITY_WEBHOOK_SECRET=identity-secret")...)
	})
}

// newKey returns an idempotency key that no other test sends.
func newKey() string { return "key-" + rand.Text() }

// variedSite returns the shared server of the test content with a report, with slugs that records share, and with
// hostile products.
func variedSite(t *testing.T) *strand {
	t.Helper()
	return shared(t, "varied", func(t testing.TB) *strand {
		t.Helper()
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
			t.Fatal(err)
		}
		addReport(t, dir)
		addSharedSlugs(t, dir)
		addHostileProducts(t, dir)
		return startWith(t, dir, screenOperation, catalogOperation, "STRAND_CONTENT_DIR="+dir)
	})
}

// stopShared stops the shared servers.
func stopShared() {
	for _, clean := range slices.Backward(sharedServers.cleanups) {
		clean()
	}
}

// lasting is a test whose cleanups run after all tests.
type lasting struct{ testing.TB }

func (lasting) Cleanup(f func()) { sharedServers.cleanups = append(sharedServers.cleanups, f) }

func (l lasting) TempDir() string {
	l.Helper()
	dir, err := os.MkdirTemp("", "strand")
	if err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
