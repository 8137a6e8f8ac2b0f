package site

import "slices"

// Part is a part of the websites that needs a system which not every company has.
type Part string

const (
	// PartCatalogue contains products and services; it needs the PIM.
	PartCatalogue Part = "CATALOGUE"
	// PartSubmissions contains the forms and the data for investors; it needs the public endpoint of sis.
	PartSubmissions Part = "SUBMISSIONS"
	// PartPortal is the customer portal; it needs the identity server.
	PartPortal Part = "PORTAL"
	// PartServicePortal contains the tickets, machines, users and accounts of the portal; it needs the authenticated
	// endpoint of sis.
	PartServicePortal Part = "SERVICE_PORTAL"
	// PartTranslations orders translations of pages; it needs the translation service.
	PartTranslations Part = "TRANSLATIONS"
)

// AllParts are all parts.
var AllParts = []Part{PartCatalogue, PartSubmissions, PartPortal, PartServicePortal, PartTranslations}

// Has reports whether this installation has a part.
func (d *Directory) Has(p Part) bool { return !slices.Contains(d.Missing, p) }

// Parts are the parts that this installation has.
func (d *Directory) Parts() []Part {
	return slices.DeleteFunc(slices.Clone(AllParts), func(p Part) bool { return !d.Has(p) })
}

// screenParts are the parts that a screen needs.
var screenParts = map[Screen][]Part{
	ScreenProducts: {PartCatalogue},
	ScreenServices: {PartCatalogue},
	ScreenRequest:  {PartCatalogue, PartSubmissions},
	ScreenPortal:   {PartPortal},
}

// Lacks reports whether a screen needs a part that this installation does not have: nothing exists at its URLs, and
// links to them are left out (URL-46).
func (d *Directory) Lacks(s Screen) bool {
	return slices.ContainsFunc(screenParts[s], func(p Part) bool { return !d.Has(p) })
}
