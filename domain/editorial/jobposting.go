package editorial

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"

	"strand/domain/location"
)

// JobPostingContext is what the structured data of a position needs beside its page.
type JobPostingContext struct {
	// URL is the canonical URL of the page.
	URL string
	// Organization and OrganizationURL are the name and the home page of the employer.
	Organization, OrganizationURL string
	// Place is the place of work; nil if unknown.
	Place *location.Location
	// HasForm is true if the page has a form for applications.
	HasForm bool
}

// JobPosting returns the structured data (schema.org) of the page's open position as JSON (JOB-4). It is empty for a page
// without a position, for one that is shown in another language than the visitor's, since that language has a page of
// its own, and without a place of work, which search engines require.
func (p *Page) JobPosting(in JobPostingContext) string {
	position := p.Position
	if position == nil || p.IsLanguageFallback() || in.Place == nil {
		return ""
	}
	type object = map[string]any
	posting := object{
		"@context":    "https://schema.org",
		"@type":       "JobPosting",
		"title":       p.Title,
		"description": descriptionOf(p.Modules),
		"url":         in.URL,
		"datePosted":  position.PublicationDate,
		"identifier":  object{"@type": "PropertyValue", "name": in.Organization, "value": p.ID},
		"hiringOrganization": object{
			"@type": "Organization", "name": in.Organization, "sameAs": in.OrganizationURL,
		},
		"jobLocation":    object{"@type": "Place", "address": postalAddress(in.Place)},
		"employmentType": position.employmentTypes(),
		"directApply":    in.HasForm,
	}
	if !position.over().IsZero() {
		posting["validThrough"] = position.ValidThrough + "T23:59:59Z"
	}
	if s := position.Salary; s != nil {
		posting["baseSalary"] = object{
			"@type": "MonetaryAmount", "currency": s.Currency,
			"value": object{"@type": "QuantitativeValue", "minValue": s.Min, "maxValue": s.Max, "unitText": "YEAR"},
		}
	}
	text, err := json.Marshal(posting)
	if err != nil {
		return ""
	}
	return string(text)
}

// employmentTypes are those of schema.org: a position from 80 to 100 per cent is both.
func (p *Position) employmentTypes() []string {
	var types []string
	if p.WorkloadMax == 100 {
		types = append(types, "FULL_TIME")
	}
	if p.WorkloadMin < 100 {
		types = append(types, "PART_TIME")
	}
	return types
}

// descriptionOf returns the texts of modules as paragraphs of HTML.
func descriptionOf(modules []Module) string {
	var out strings.Builder
	for line := range strings.Lines(Text(modules)) {
		if line = strings.TrimSpace(line); line != "" {
			out.WriteString("<p>" + html.EscapeString(line) + "</p>")
		}
	}
	return out.String()
}

// postalCode matches a line of an address that begins or ends with a postal code: `6036 Dierikon`, `602 00 Brno`,
// `Shanghai 200131`.
var postalCode = regexp.MustCompile(`^(\d{4,6}|\d{3} \d{2}|\d{5}-\d{3}) (.+)$|^(.+) (\d{4,6}|\d{3}-\d{4})$`)

// postalAddress returns the address of a location by its lines: the last one has the town, with its postal code in
// the usual positions.
func postalAddress(l *location.Location) map[string]any {
	address := map[string]any{"@type": "PostalAddress"}
	if l.CountryCode != "" {
		address["addressCountry"] = l.CountryCode
	}
	if l.Address == nil {
		return address
	}
	lines := strings.FieldsFunc(*l.Address, func(r rune) bool { return r == '\n' || r == '\r' })
	if len(lines) == 0 {
		return address
	}
	town := strings.TrimSpace(lines[len(lines)-1])
	if street := strings.Join(lines[:len(lines)-1], ", "); street != "" {
		address["streetAddress"] = street
	}
	address["addressLocality"] = town
	if found := postalCode.FindStringSubmatch(town); found != nil {
		address["addressLocality"], address["postalCode"] = found[2]+found[3], found[1]+found[4]
	}
	return address
}
