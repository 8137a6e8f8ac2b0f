package editor

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

const (
	// PresenceLifetime is how long an editor counts as present after the last mark.
	PresenceLifetime = time.Minute
	// MaxPresences is the maximum number of other editors that are listed.
	MaxPresences = 50
	// maxPresenceName is the maximum number of characters of a name.
	maxPresenceName = 40
	maxPresencePage = 500
)

var presenceTab = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

// Presence is the editor area in a tab of a browser (EDIT-26).
type Presence struct {
	// Tab is a random id that the tab has chosen.
	Tab string `json:"tab"`
	// Name is what the editor calls themselves, unchecked; empty for none.
	Name string `json:"name,omitempty"`
	Site string `json:"site"`
	// Page is the path of the page below the site's home.
	Page string    `json:"page"`
	At   time.Time `json:"at"`
}

// Clean returns the presence with a printable name of at most 40 characters. problem is the name of an invalid field,
// empty for none.
func (p Presence) Clean() (cleaned Presence, problem string) {
	switch {
	case !presenceTab.MatchString(p.Tab):
		return p, "tab"
	case !strings.HasPrefix(p.Page, "/") || len(p.Page) > maxPresencePage || !isPrintable(p.Page):
		return p, "page"
	}
	printable := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(p.Name, ""))
	name := []rune(strings.Join(strings.Fields(printable), " "))
	p.Name = strings.TrimSpace(string(name[:min(len(name), maxPresenceName)]))
	return p, ""
}

func isPrintable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// OtherPresences returns the presences of other tabs than own that are not older than PresenceLifetime: first those on
// its page, then those on its site, by name.
func OtherPresences(all []Presence, own Presence, now time.Time) []Presence {
	rank := func(p Presence) int {
		switch {
		case p.Site == own.Site && p.Page == own.Page:
			return 0
		case p.Site == own.Site:
			return 1
		}
		return 2
	}
	var others []Presence
	for _, p := range all {
		if p.Tab != own.Tab && now.Sub(p.At) < PresenceLifetime {
			others = append(others, p)
		}
	}
	slices.SortFunc(others, func(a, b Presence) int {
		return cmp.Or(
			cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Page, b.Page), cmp.Compare(a.Tab, b.Tab))
	})
	return others[:min(len(others), MaxPresences)]
}
