package editorial

import (
	"encoding/json"
	"strings"

	"golang.org/x/net/html"

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

// JobPosting returns the structured data (schema.org) of the page's open position as JSON (JOB-4). It is empty for a
// page without a position, for one that is shown in another language than the visitor's, since that language has a page
// of its own, and without a place of work, which search engines require.
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

// descriptionOf returns the texts of modules as HTML for search engines: paragraphs and lists without attributes. The
// contact person is left out.
func descriptionOf(modules []Module) string {
	var out strings.Builder
	for _, m := range modules {
		switch m := m.(type) {
		case *ContactModule:
		case *RichTextModule:
			out.WriteString(plainHTML(m.Content.Source))
		default:
			for line := range strings.Lines(Text([]Module{m})) {
				if line = strings.TrimSpace(line); line != "" {
					out.WriteString("<p>" + html.EscapeString(line) + "</p>")
				}
			}
		}
	}
	return out.String()
}

// plainElements are the elements of plainHTML.
var plainElements = map[string]bool{"p": true, "ul": true, "ol": true, "li": true, "h2": true, "h3": true, "br": true}

// plainHTML returns HTML with only plainElements, and without attributes.
func plainHTML(source string) string {
	var out strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(source))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return strings.TrimSpace(out.String())
		case html.TextToken:
			out.WriteString(html.EscapeString(string(tokens.Text())))
		case html.StartTagToken, html.SelfClosingTagToken:
			if name, _ := tokens.TagName(); plainElements[string(name)] {
				out.WriteString("<" + string(name) + ">")
			}
		case html.EndTagToken:
			if name, _ := tokens.TagName(); plainElements[string(name)] {
				out.WriteString("</" + string(name) + ">")
			}
		}
	}
}

// postalAddress returns the address of a location.
func postalAddress(l *location.Location) map[string]any {
	address := map[string]any{"@type": "PostalAddress"}
	parts := l.PostalAddress()
	for name, value := range map[string]string{
		"addressCountry": l.CountryCode, "addressRegion": parts.Region, "addressLocality": parts.Town,
		"postalCode": parts.PostalCode, "streetAddress": parts.Street,
	} {
		if value != "" {
			address[name] = value
		}
	}
	return address
}
