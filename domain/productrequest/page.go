package productrequest

import (
	"strand/domain/catalog"
	"strand/domain/form"
	"strand/domain/site"
)

// Page is the page of a request at a URL.
type Page struct {
	// Requested is a value of form.RequestedField.
	Requested string
	// Machines are those that exist and can be read.
	Machines []*RequestedMachine
	// IsUnknownProduct reports that the URL names a product that does not exist.
	IsUnknownProduct bool
	System           site.MeasurementSystem
	// Country is nil for a locale without a country.
	Country   *string
	Office    *form.Office
	Form      *form.Definition
	Countries []*site.CountryOption
	// About is the subject as a text.
	About string
	// IsConfirmedByMail reports that the server sends mails.
	IsConfirmedByMail bool
}

// RequestedMachine is a product of a request.
type RequestedMachine struct {
	Product *catalog.LocalizedProduct
	// Variant is nil for none.
	Variant *catalog.LocalizedVariant
}

// Name returns the name of the product with that of its variant.
func (m *RequestedMachine) Name(system site.MeasurementSystem) string {
	switch {
	case m.Variant == nil:
		return m.Product.Name
	case system == site.Imperial:
		return m.Product.Name + ", " + m.Variant.NameImperial
	}
	return m.Product.Name + ", " + m.Variant.NameMetric
}

// Product returns the first machine's product; nil for none.
func (p *Page) Product() *catalog.LocalizedProduct {
	if len(p.Machines) == 0 {
		return nil
	}
	return p.Machines[0].Product
}

// Variant returns the first machine's variant; nil for none.
func (p *Page) Variant() *catalog.LocalizedVariant {
	if len(p.Machines) == 0 {
		return nil
	}
	return p.Machines[0].Variant
}
