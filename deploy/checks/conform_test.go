package checks

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/yannh/kubeconform/pkg/validator"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	"sigs.k8s.io/yaml"
)

// typical are the values files of deploy/helm/strand/ci.
func typical(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../helm/strand/ci/*-values.yaml")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	found := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found[strings.TrimSuffix(filepath.Base(file), "-values.yaml")] = string(text)
	}
	return found
}

// TestTypical: helm finds nothing wrong with the chart for each typical values file, its objects decode strictly, and
// the notes name what is there.
func TestTypical(t *testing.T) {
	for name, text := range typical(t) {
		t.Run(name, func(t *testing.T) {
			values := map[string]any{}
			if err := yaml.Unmarshal([]byte(text), &values); err != nil {
				t.Fatal(err)
			}
			found := lint.AllWithKubeVersion("../helm/strand", values, "sites", nil)
			for _, message := range found.Messages {
				if message.Severity > support.InfoSev {
					t.Error(message)
				}
			}
			render(t, text)
			files, err := rendered(t, text)
			if err != nil {
				t.Fatal(err)
			}
			if notes := files["strand/templates/NOTES.txt"]; !strings.Contains(notes, "/app/strand check --live") ||
				strings.Contains(text, "ingress:") != strings.Contains(notes, "https://www.example.com") {
				t.Errorf("the notes: %s", notes)
			}
		})
	}
}

// The schemas of Kubernetes, from a package of PyPI that has them for all versions.
const (
	schemas     = "kubernetes-validate"
	schemasAt   = "1.37.0"
	schemasFile = "kubernetes_validate-1.37.0-py3-none-any.whl"
	schemasSum  = "85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9"
)

// TestConform: kubeconform accepts the objects of each typical values file for the oldest and the newest supported
// version of Kubernetes.
func TestConform(t *testing.T) {
	folder := schemaFolder(t)
	for _, version := range []string{"1.27.0", "1.37.0"} {
		check, err := validator.New(
			[]string{folder + "/v" + version + "-local-strict/{{.ResourceKind}}{{.KindSuffix}}.json"},
			validator.Opts{
				KubernetesVersion: version, Strict: true,
				SkipKinds: map[string]struct{}{"ServiceMonitor": {}, "PrometheusRule": {}}, // of the Prometheus operator
			},
		)
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range typical(t) {
			files, err := rendered(t, text)
			if err != nil {
				t.Fatal(err)
			}
			valid := 0
			for _, file := range slices.Sorted(maps.Keys(files)) {
				if !strings.HasSuffix(file, ".yaml") {
					continue
				}
				for _, result := range check.Validate(file, io.NopCloser(strings.NewReader(files[file]))) {
					switch result.Status {
					case validator.Valid:
						valid++
					case validator.Invalid, validator.Error:
						t.Errorf("%s, Kubernetes %s, %s: %v", name, version, file, result.Err)
					case validator.Skipped, validator.Empty:
					}
				}
			}
			if valid < 6 {
				t.Errorf("%s, Kubernetes %s: %d objects were checked", name, version, valid)
			}
		}
		if result := check.Validate("wrong", io.NopCloser(strings.NewReader(
			`{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}, "spec": {"replica": 1}}`,
		))); len(result) != 1 || result[0].Status != validator.Invalid {
			t.Errorf("a misspelt field is not found: %+v", result)
		}
	}
}

// schemaFolder returns the folder with the schemas. pip loads them once into the cache of the user; without it, or
// without its registry, the test is skipped: the objects are decoded strictly by TestTypical.
func schemaFolder(t *testing.T) string {
	t.Helper()
	base, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(base, "strand-checks")
	wheel := filepath.Join(folder, schemasFile)
	if _, err := os.Stat(wheel); err != nil {
		load := exec.CommandContext(
			t.Context(), "python3", "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
			"--dest", folder, schemas+"=="+schemasAt,
		)
		if out, err := load.CombinedOutput(); err != nil {
			t.Skipf("the schemas of Kubernetes are not there: %v %s", err, out)
		}
	}
	content, err := os.ReadFile(wheel)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != schemasSum {
		t.Fatalf("%s has the checksum %x", wheel, sum)
	}
	archive, err := zip.OpenReader(wheel)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	unpacked := t.TempDir()
	for _, file := range archive.File {
		version, isSchema := strings.CutPrefix(file.Name, "kubernetes_validate/kubernetes-json-schema/")
		if !isSchema || !strings.Contains(version, "-local-strict/") ||
			!strings.HasPrefix(version, "v1.27.") && !strings.HasPrefix(version, "v1.37.") {
			continue
		}
		if err := unpack(file, filepath.Join(unpacked, filepath.FromSlash(version))); err != nil {
			t.Fatal(err)
		}
	}
	return unpacked
}

func unpack(file *zip.File, to string) error {
	from, err := file.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	content, err := io.ReadAll(from)
	// The definitions are in the same folder, not at the address that the schemas give themselves.
	content = bytes.ReplaceAll(content, []byte(`"/api/_definitions.json#`), []byte(`"_definitions.json#`))
	content = bytes.ReplaceAll(content, []byte(`"$id":`), []byte(`"$comment":`))
	return errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o750), os.WriteFile(to, content, 0o600))
}
