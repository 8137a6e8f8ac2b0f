package inventory

import (
	"slices"
	"testing"

	"strand/domain/signedtoken"
)

// Rules: SOFT-4.
func TestCompareVersions(t *testing.T) {
	// From the oldest to the newest.
	ordered := []string{"1.9", "1.10.0-alpha", "1.10.0-beta", "1.10.0", "1.10.1", "2", "2.0.1", "10.0.0", "10.0.0.1"}
	for i, a := range ordered {
		for j, b := range ordered {
			got := CompareVersions(a, b)
			if want := min(1, max(-1, i-j)); got != want {
				t.Errorf("%s against %s: %d, want %d", a, b, got, want)
			}
		}
	}
	for _, same := range [][2]string{{"1.0", "1"}, {"v1.2", "1.2"}, {"1.02", "1.2"}, {"", ""}} {
		if CompareVersions(same[0], same[1]) != 0 {
			t.Errorf("%s is not %s", same[0], same[1])
		}
	}
}

// Rules: SOFT-4.
func TestSoftwarePackage_Arrange(t *testing.T) {
	p := &SoftwarePackage{Versions: []*SoftwareVersion{{Version: "7.9.0"}, {Version: "7.10.0"}, {Version: "8.0.0"}}}
	p.Arrange(map[string]int{"7.9.0": 3, "7.10.0": 2, "6.0.0": 1}, "de")
	type line struct {
		version     string
		older, same int
	}
	var got []line
	for _, v := range p.Versions {
		got = append(got, line{v.Version, v.OlderOnMachines, v.SameOnMachines})
	}
	if want := []line{{"8.0.0", 6, 0}, {"7.10.0", 4, 2}, {"7.9.0", 1, 3}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Rules: SOFT-6.
func TestSoftwareVersion_Texts(t *testing.T) {
	for language, want := range map[string]LocalizedText{"de": {"de", "Neu"}, "ja": {"en", "New"}} {
		v := &SoftwareVersion{
			Notes:    map[string]string{"en": "New", "de": "Neu"},
			Licence:  map[string]string{"fr": "Licence"},
			Language: language,
		}
		if got := v.ReleaseNotes(); *got != want {
			t.Errorf("%s: %v", language, got)
		}
		if got := v.LicenceText(); got.Text != "Licence" {
			t.Errorf("%s: %v", language, got)
		}
	}
}

// Rules: SEC-27.
func TestUnsealSoftware(t *testing.T) {
	key := signedtoken.NewKey("0123456789abcdef0123456789abcdef")
	signedToken, err := SealSoftware(key, "v-1", "token")
	if err != nil {
		t.Fatal(err)
	}
	if token, ok := UnsealSoftware(key, "v-1", signedToken); !ok || token != "token" {
		t.Errorf("%q %v", token, ok)
	}
	if _, ok := UnsealSoftware(key, "v-2", signedToken); ok {
		t.Error("the token of one version opens another")
	}
}

func TestSoftwareVersion_Machines(t *testing.T) {
	if v := (&SoftwareVersion{OlderOnMachines: 1}); !v.IsNewer() || v.IsInstalled() {
		t.Errorf("a newer version: %+v", v)
	}
	if v := (&SoftwareVersion{SameOnMachines: 1}); v.IsNewer() || !v.IsInstalled() {
		t.Errorf("an installed version: %+v", v)
	}
	if got := (&SoftwareVersion{Language: "de"}).ReleaseNotes(); got.Text != "" || got.Language != "de" {
		t.Errorf("without notes: %+v", got)
	}
}
