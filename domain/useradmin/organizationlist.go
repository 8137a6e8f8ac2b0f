package useradmin

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"strand/domain/listing"
	"strand/domain/portal"
)

// OrganizationEntry is an organization in the list of organizations.
type OrganizationEntry struct {
	Organization *ManagedOrganization
	// OpenRequestCount is the number of other people with an open request in it, and of requests to join it.
	OpenRequestCount int
}

// OrganizationList contains the organizations of an administrator that a URL selects.
type OrganizationList struct {
	// Entries begin with those that have open requests, then they are sorted by name.
	Entries []*OrganizationEntry
	// Text contains words of name, city and sub region; all of them must match.
	Text string
	// ResetURL is the URL of the list without a filter.
	ResetURL string
}

// NewOrganizationList returns the organizations that the query of a URL selects. counts are the numbers of open
// requests by organization; base is the URL of the list.
func NewOrganizationList(
	all []*ManagedOrganization, counts map[string]int, rawQuery, base string,
) *OrganizationList {
	l := &OrganizationList{Entries: []*OrganizationEntry{}, ResetURL: base}
	if text := listing.Query(rawQuery).Get(portal.ParamText); utf8.RuneCountInString(text) <= portal.MaxSearchText {
		l.Text = text
	}
	words := strings.Fields(strings.ToLower(l.Text))
	for _, o := range all {
		text := strings.ToLower(o.Name + " " + o.City + " " + o.SubRegion)
		isMissing := func(word string) bool { return !strings.Contains(text, word) }
		if !slices.ContainsFunc(words, isMissing) {
			l.Entries = append(l.Entries, &OrganizationEntry{Organization: o, OpenRequestCount: counts[o.ID]})
		}
	}
	slices.SortStableFunc(l.Entries, func(a, b *OrganizationEntry) int {
		return cmp.Or(
			cmp.Compare(min(b.OpenRequestCount, 1), min(a.OpenRequestCount, 1)),
			strings.Compare(a.Organization.Name, b.Organization.Name),
		)
	})
	return l
}

// Total is the number of selected organizations.
func (l *OrganizationList) Total() int { return len(l.Entries) }

// IsFiltered reports whether the filter excludes any organization.
func (l *OrganizationList) IsFiltered() bool { return l.Text != "" }
