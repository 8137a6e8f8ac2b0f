package inventory

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"strand/domain/portal"
	"strand/domain/signedtoken"
	"strand/domain/site"
)

// SoftwarePath is the prefix of software downloads.
const SoftwarePath = "/api/software/"

const purposeSoftware = "software"

// SoftwarePackage is a software package for machines, with its versions.
type SoftwarePackage struct {
	ID, Name string
	// ProductSlugs are the products that the package is for.
	ProductSlugs []string
	// Versions are sorted, the newest first.
	Versions []*SoftwareVersion
	// SiteContext is the site context of the page that shows the package; nil for none.
	SiteContext *site.Context
}

// SoftwareVersion is a version of a package.
type SoftwareVersion struct {
	ID, Version, ReleasedOn string
	// Languages are the languages of its user interface.
	Languages []string
	FileName  string
	// Size is in bytes.
	Size int
	// SHA256 is the hash of the file in hexadecimal digits.
	SHA256            string
	Notes, Licence    map[string]string
	IsLicenceAccepted bool
	// OlderOnMachines is the number of the user's machines in use that have an older version; on the page of a machine,
	// 1 or 0.
	OlderOnMachines int
	// SameOnMachines is the number of machines that have this version.
	SameOnMachines int
	// Language is the language of the page.
	Language string
}

// IsNewer reports whether a machine of the user has an older version.
func (v *SoftwareVersion) IsNewer() bool { return v.OlderOnMachines > 0 }

// IsInstalled reports whether a machine of the user has this version.
func (v *SoftwareVersion) IsInstalled() bool { return v.SameOnMachines > 0 }

// ReleaseNotes returns the notes in the language of the page, else in English, else in any language.
func (v *SoftwareVersion) ReleaseNotes() *LocalizedText { return localized(v.Notes, v.Language) }

// LicenceText returns the licence in the language of the page, else in English, else in any language.
func (v *SoftwareVersion) LicenceText() *LocalizedText { return localized(v.Licence, v.Language) }

// LocalizedText is a text with its language.
type LocalizedText struct{ Language, Text string }

func localized(texts map[string]string, language string) *LocalizedText {
	languages := make([]string, 0, len(texts))
	for l := range texts {
		languages = append(languages, l)
	}
	slices.Sort(languages)
	for _, l := range append([]string{language, "en"}, languages...) {
		if text, ok := texts[l]; ok {
			return &LocalizedText{l, text}
		}
	}
	return &LocalizedText{language, ""}
}

// Arrange sorts the versions, the newest first, and counts the machines that have the same or an older version.
// installed maps versions to the number of machines that have them.
func (p *SoftwarePackage) Arrange(installed map[string]int, language string) {
	slices.SortStableFunc(p.Versions, func(a, b *SoftwareVersion) int { return CompareVersions(b.Version, a.Version) })
	for _, v := range p.Versions {
		v.Language = language
		for version, machines := range installed {
			switch order := CompareVersions(version, v.Version); {
			case order < 0:
				v.OlderOnMachines += machines
			case order == 0:
				v.SameOnMachines += machines
			}
		}
	}
}

// CompareVersions compares versions part by part: numbers as numbers (7.10 is newer than 7.9), other parts as texts. A
// version without a suffix is newer than the same with one (2.0.0 than 2.0.0-beta).
func CompareVersions(a, b string) int {
	a, suffixA, hasA := strings.Cut(strings.TrimPrefix(a, "v"), "-")
	b, suffixB, hasB := strings.Cut(strings.TrimPrefix(b, "v"), "-")
	partsA, partsB := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(partsA), len(partsB)) {
		if order := comparePart(partAt(partsA, i), partAt(partsB, i)); order != 0 {
			return order
		}
	}
	switch {
	case hasA && hasB:
		return comparePart(suffixA, suffixB)
	case hasA:
		return -1
	case hasB:
		return 1
	}
	return 0
}

func partAt(parts []string, i int) string {
	if i < len(parts) {
		return parts[i]
	}
	return "0"
}

func comparePart(a, b string) int {
	isNumber := func(s string) bool {
		return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
	}
	if isNumber(a) && isNumber(b) {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	}
	return strings.Compare(a, b)
}

// SealSoftware returns the signed token that downloads a version as the user of an ID token. It expires with the ID
// token.
func SealSoftware(key signedtoken.Key, versionID, idToken string) (string, error) {
	return key.Seal(purposeSoftware, versionID+" "+idToken)
}

// UnsealSoftware returns the ID token of a signed token for a version; ok is false if the token is invalid.
func UnsealSoftware(key signedtoken.Key, versionID, signedToken string) (idToken string, ok bool) {
	text, ok := key.Unseal(purposeSoftware, signedToken)
	id, token, found := strings.Cut(text, " ")
	return token, ok && found && id == versionID
}

// SoftwareURL is the download URL of a version with a signed token.
func SoftwareURL(versionID, signedToken string) string {
	return SoftwarePath + url.PathEscape(versionID) + "?" + url.Values{portal.ParamToken: {signedToken}}.Encode()
}
