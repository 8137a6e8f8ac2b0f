package catalog

import (
	"strand/domain/convert"
	"strand/domain/site"
)

// LocalizedClassification is a classification bound to a site context.
type LocalizedClassification struct {
	*Classification
	site.Localized
}

// Localize binds a classification to a site context; nil stays nil.
func (c *Classification) Localize(siteCtx *site.Context) *LocalizedClassification {
	if c == nil {
		return nil
	}
	return &LocalizedClassification{Classification: c, Localized: site.Localized{SiteContext: siteCtx}}
}

// LocalizeClassifications binds classifications to a site context.
func LocalizeClassifications(siteCtx *site.Context, all []*Classification) []*LocalizedClassification {
	return convert.All(all, func(c *Classification) *LocalizedClassification { return c.Localize(siteCtx) })
}

// Children are sorted by sort index, then by name.
func (c *LocalizedClassification) Children() []*LocalizedClassification {
	return LocalizeClassifications(c.SiteContext, c.Classification.Children)
}

// Lineage contains the classifications from the root to this one, itself included.
func (c *LocalizedClassification) Lineage() []*LocalizedClassification {
	return LocalizeClassifications(c.SiteContext, c.Classification.Lineage)
}

// URL is the path of the classification's page in its site context.
func (c *LocalizedClassification) URL() string { return c.SiteContext.Path(c.Route) }

// CanonicalURL is the canonical URL of the classification described in a language: absolute, on the main site, in the
// international locale of this language.
func (c *LocalizedClassification) CanonicalURL(language string) string {
	return c.SiteContext.CanonicalURL(language, c.Route)
}

// IsEntity marks a classification as an entity of the federated graph, which other graphs reference by its key.
func (*LocalizedClassification) IsEntity() {}
