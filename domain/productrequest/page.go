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
	// Product is nil for none and for an unknown one; Variant is nil for none.
	Product *catalog.LocalizedProduct
	Variant *catalog.LocalizedVariant
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
