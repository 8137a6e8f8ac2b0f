package site

import "slices"

// Part is a part of the websites that needs a system which not every company has.
type Part string

const (
	// PartCatalogue contains products and services; it needs the PIM.
	PartCatalogue Part = "CATALOGUE"
	// PartSubmissions contains the forms and the data for investors; it needs the public endpoint of sis.
	PartSubmissions Part = "SUBMISSIONS"
	// PartRequests are requests for products, which need both of them.
	PartRequests Part = "REQUESTS"
	// PartPortal is the customer portal; it needs the identity server.
	PartPortal Part = "PORTAL"
	// PartServicePortal contains the tickets, machines, users and accounts of the portal; it needs the authenticated
	// endpoint of sis.
	PartServicePortal Part = "SERVICE_PORTAL"
	// PartTranslations orders translations of pages; it needs the translation service.
	PartTranslations Part = "TRANSLATIONS"
)

// AllParts are all parts.
var AllParts = []Part{PartCatalogue, PartSubmissions, PartRequests, PartPortal, PartServicePortal, PartTranslations}

// Has reports whether this installation has a part.
func (d *Directory) Has(p Part) bool {
	if p == PartRequests {
		return d.Has(PartCatalogue) && d.Has(PartSubmissions)
	}
	return !slices.Contains(d.Missing, p)
}

// Parts are the parts that this installation has.
func (d *Directory) Parts() []Part {
	return slices.DeleteFunc(slices.Clone(AllParts), func(p Part) bool { return !d.Has(p) })
}

// screenParts contains the part that a screen needs.
var screenParts = map[Screen]Part{
	ScreenProducts: PartCatalogue,
	ScreenServices: PartCatalogue,
	ScreenRequest:  PartRequests,
	ScreenPortal:   PartPortal,
}

// Lacks reports whether a screen needs a part that this installation does not have: nothing exists at its URLs, and
// links to them are left out (URL-46).
func (d *Directory) Lacks(s Screen) bool {
	p, ok := screenParts[s]
	return ok && !d.Has(p)
}
