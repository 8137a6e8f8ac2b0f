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

// The parameters of the URL of a request. Several machines are several products, each with its variant after a colon:
// `product=alpha-530&product=alpha-550:alpha-550-s`. `model` is the variant of the first one. `variant` is
// a parameter of the browser alone, so that the one of a variant has another name.
const (
	paramProduct   = "product"
	paramModel     = "model"
	paramUnits     = "units"
	paramCountry   = "country"
	paramRequested = "what"
)

const (
	// maxKey bounds the slug of a product and the id of a variant, in bytes.
	maxKey = 200
	// maxMachines is the number of machines of a request: that of the columns of a comparison.
	maxMachines = 12
)

// Subject is what a request is about. The zero value is a request about no product.
type Subject struct {
	// Machines are the requested machines, each one once; empty for a request about no product.
	Machines []Machine
	// System is the measurement system that the visitor reads; empty if unknown.
	System site.MeasurementSystem
}

// Machine is a requested machine.
type Machine struct {
	// Product is a slug, Model the id of a variant, empty for none; both may name what no longer exists.
	Product, Model string
}

// add adds a machine that is not part of the subject yet, up to the limit (REQ-8).
func (s *Subject) add(m Machine) {
	if m.Product != "" && len(s.Machines) < maxMachines && !slices.Contains(s.Machines, m) {
		s.Machines = append(s.Machines, m)
	}
}

// ParseSubject parses the text that Subject.String returns. It accepts every text.
func ParseSubject(text string) Subject {
	var s Subject
	for i, item := range strings.SplitN(text, ",", maxMachines+1) {
		parts := append(strings.SplitN(item, "/", 3), "", "")
		if i == 0 {
			s.System = systemOf(parts[2])
		}
		s.add(Machine{Product: key(parts[0]), Model: key(parts[1])})
	}
	return s
}

// String returns the subject as `SubmitFormInput.about` contains it: the machines with the units after the first one,
// `alpha-530/alpha-530-s/METRIC,alpha-550`.
func (s Subject) String() string {
	machines := s.Machines
	if len(machines) == 0 {
		machines = []Machine{{}}
	}
	texts := make([]string, len(machines))
	for i, m := range machines {
		texts[i] = m.Product + "/" + m.Model
		if i == 0 {
			texts[i] += "/" + string(s.System)
		}
		texts[i] = strings.TrimRight(texts[i], "/")
	}
	return strings.Join(texts, ",")
}

// key returns a slug or an id; empty for a text that is none.
func key(text string) string {
	if len(text) > maxKey || strings.ContainsAny(text, "/,\n") {
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
		Subject:   Subject{System: systemOf(query.Get(paramUnits))},
		Requested: query.Get(paramRequested),
		Country:   key(query.Get(paramCountry)),
	}
	for i, text := range query[paramProduct] {
		slug, model, hasModel := strings.Cut(text, ":")
		if i == 0 && !hasModel {
			model = query.Get(paramModel)
		}
		s.Subject.add(Machine{Product: key(slug), Model: key(model)})
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
