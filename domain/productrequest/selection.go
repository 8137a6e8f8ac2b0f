// Package productrequest contains the rules of requests for a quote, a demonstration, a test of samples or a call: what
// a URL asks for, which office answers (REQ-2), and the confirmation that the visitor receives.
package productrequest

import (
	"net/url"
	"slices"
	"strings"

	"strand/domain/form"
	"strand/domain/listing"
	"strand/domain/site"
)

// The parameters of the URL of a request. `variant` is a parameter of the browser alone, so that the one of a variant
// has another name.
const (
	paramProduct   = "product"
	paramModel     = "model"
	paramUnits     = "units"
	paramCountry   = "country"
	paramRequested = "what"
)

// maxKey bounds the slug of a product and the id of a variant, in bytes.
const maxKey = 200

// Subject is what a request is about. The zero value is a request about no product.
type Subject struct {
	// Product is a slug, Model the id of a variant; both may name what no longer exists.
	Product, Model string
	// System is the measurement system that the visitor reads; empty if unknown.
	System site.MeasurementSystem
}

// ParseSubject parses the text that Subject.String returns. It accepts every text.
func ParseSubject(text string) Subject {
	parts := strings.SplitN(text, "/", 3)
	parts = append(parts, "", "")
	return Subject{Product: key(parts[0]), Model: key(parts[1]), System: systemOf(parts[2])}
}

// String returns the subject as `SubmitFormInput.about` contains it: `alpha-530/alpha-530-s/METRIC`.
func (s Subject) String() string {
	return strings.TrimRight(s.Product+"/"+s.Model+"/"+string(s.System), "/")
}

// key returns a slug or an id; empty for a text that is none.
func key(text string) string {
	if len(text) > maxKey || strings.ContainsAny(text, "/\n") {
		return ""
	}
	return text
}

func systemOf(text string) site.MeasurementSystem {
	if s := site.MeasurementSystem(strings.ToUpper(text)); s == site.Metric || s == site.Imperial {
		return s
	}
	return ""
}

// Selection is what the URL of a request asks for.
type Selection struct {
	Subject Subject
	// Requested is a value of form.RequestedField.
	Requested string
	// Country is the code of the URL; empty for none.
	Country string
}

// Parameters are the parameters of a selection.
var Parameters = listing.Parameters{paramProduct, paramModel, paramUnits, paramCountry, paramRequested}

// ParseSelection parses the query of a URL. An unknown value is replaced by the default: a quote.
func ParseSelection(rawQuery string) Selection {
	query := listing.Query(rawQuery)
	s := Selection{
		Subject: Subject{
			Product: key(query.Get(paramProduct)),
			Model:   key(query.Get(paramModel)),
			System:  systemOf(query.Get(paramUnits)),
		},
		Requested: query.Get(paramRequested),
		Country:   key(query.Get(paramCountry)),
	}
	if !slices.Contains(form.Of(form.ProductRequest).Fields[0].Options, s.Requested) {
		s.Requested = form.Quote
	}
	return s
}

// ConfirmationQuery returns the parameters of the thank-you URL that depend on the values of the form, so that the page
// shows the office that the request was addressed to.
func ConfirmationQuery(values map[string]string) url.Values {
	return url.Values{paramRequested: {values[form.RequestedField]}, paramCountry: {values["country"]}}
}
