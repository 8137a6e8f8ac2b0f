package catalog

import (
	"slices"
	"strings"
	"time"

	"strand/domain/site"
)

// ClassificationRecord is a classification as read from the PIM.
type ClassificationRecord struct {
	ID, ParentID       string
	Name, Slug         string
	Description        string
	ImageURL           string
	Language           string
	SupportedCountries []string
	SortIndex          int
	UpdatedAt          time.Time
}

// Classification is a group of products or services in the hierarchy.
type Classification struct {
	ID          string
	Type        Type
	Name        string
	Slug        string
	Description *string
	Image       *site.Image
	SortIndex   int
	// Language is the language of the texts: `en`.
	Language string
	// SupportedCountries are those that the classification is restricted to; empty means all.
	SupportedCountries []string
	// UpdatedAt is the last change of the classification itself; the zero time if it is unknown.
	UpdatedAt time.Time
	// Route is the path below the site's home: the slugs from the top, below the area (URL-21).
	Route string
	// Lineage contains the classifications from the root to this one, itself included.
	Lineage []*Classification
	// Children are sorted by sort index, then by name.
	Children []*Classification
}

// ParentID is the id of the classification above; nil at the top.
func (c *Classification) ParentID() *string {
	if len(c.Lineage) < 2 {
		return nil
	}
	return &c.Lineage[len(c.Lineage)-2].ID
}

// Slugs returns the slugs of the classification and of all its descendants.
func (c *Classification) Slugs() []string {
	slugs := []string{c.Slug}
	for _, child := range c.Children {
		slugs = append(slugs, child.Slugs()...)
	}
	return slugs
}

// Tree is the hierarchy of all classifications of a type, in one language and for one country.
type Tree struct {
	Type    Type
	Roots   []*Classification
	bySlug  map[string]*Classification
	byRoute map[string]*Classification
	all     []*Classification
	// LeftOut are the records that are left out for every country; only the tree of site.CountryAll has them.
	LeftOut []LeftOut
}

// NewTree builds the hierarchy for a country (an ISO code or site.CountryAll). Classifications that do not support the
// country are left out together with their descendants, and so are those of LeftOutClassifications.
func NewTree(t Type, records []ClassificationRecord, country string) *Tree {
	tree := &Tree{Type: t, bySlug: map[string]*Classification{}, byRoute: map[string]*Classification{}}
	children := map[string][]ClassificationRecord{}
	existingIDs := map[string]bool{}
	for _, r := range records {
		existingIDs[r.ID] = true
	}
	for _, r := range records {
		if !isSlug(r.Slug) || country != site.CountryAll && !site.IsForCountry(r.SupportedCountries, country) {
			continue
		}
		if r.ParentID != "" && !existingIDs[r.ParentID] {
			continue
		}
		children[r.ParentID] = append(children[r.ParentID], r)
	}
	tree.Roots = tree.build(children, "", nil, "/"+t.Area())
	if country == site.CountryAll {
		tree.LeftOut = LeftOutClassifications(records)
	}
	return tree
}

func (t *Tree) build(
	children map[string][]ClassificationRecord,
	parent string,
	lineage []*Classification,
	base string,
) []*Classification {
	records := children[parent]
	slices.SortStableFunc(records, func(a, b ClassificationRecord) int {
		if a.SortIndex != b.SortIndex {
			return a.SortIndex - b.SortIndex
		}
		return strings.Compare(a.Name, b.Name)
	})
	var built []*Classification
	for _, r := range records {
		c := &Classification{
			ID:                 r.ID,
			Type:               t.Type,
			Name:               r.Name,
			Slug:               r.Slug,
			SortIndex:          r.SortIndex,
			Language:           r.Language,
			SupportedCountries: r.SupportedCountries,
			UpdatedAt:          r.UpdatedAt,
			Route:              site.JoinPath(base, r.Slug),
			Description:        Text(r.Description),
			Image:              NewImage(r.ImageURL, ""),
		}
		c.Lineage = append(slices.Clone(lineage), c)
		if _, taken := t.bySlug[r.Slug]; !taken {
			t.bySlug[r.Slug] = c
		}
		if _, taken := t.byRoute[c.Route]; !taken {
			t.byRoute[c.Route] = c
			t.all = append(t.all, c)
		}
		c.Children = t.build(children, r.ID, c.Lineage, c.Route)
		built = append(built, c)
	}
	return built
}

// Countries returns the countries that support the classification and all classifications above it; empty means all.
// The international locale is always supported.
func (c *Classification) Countries() []string {
	var countries []string
	for _, above := range c.Lineage {
		if len(above.SupportedCountries) == 0 {
			continue
		}
		if countries == nil {
			countries = append([]string{site.CountryAll}, above.SupportedCountries...)
			continue
		}
		countries = slices.DeleteFunc(countries, func(code string) bool {
			return code != site.CountryAll && !slices.Contains(above.SupportedCountries, code)
		})
	}
	return countries
}

// Find returns the classification with a slug, or nil; the first one if several have it.
func (t *Tree) Find(slug string) *Classification { return t.bySlug[slug] }

// At returns the classification with a route, or nil.
func (t *Tree) At(route string) *Classification { return t.byRoute[route] }

// All returns all classifications, each before those below it.
func (t *Tree) All() []*Classification { return t.all }

// ProductRoute returns the path of a product below a classification (URL-21).
func ProductRoute(c *Classification, slug string) string { return site.JoinPath(c.Route, slug) }
