package editorial

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"strand/domain/location"
	"strand/domain/site"
)

// Rules: JOB-4.
func TestPage_JobPosting(t *testing.T) {
	address, person := "Industriestrasse 6\n6036 Dierikon", "Ursina"
	page := func() *Page {
		return &Page{
			ID: "p1", Title: "Engineer",
			Modules: []Module{
				&RichTextModule{Content: RichText{
					Source: `<h2 id="x">Tasks</h2><ul class="a"><li onclick="x()">Measure &lt;wires&gt; <a href="page:a">here</a></li></ul>`,
				}},
				&ContactModule{Name: &person},
			},
			Position: &Position{
				PublicationDate: "2026-11-16", ValidThrough: "2027-01-31", WorkloadMin: 80, WorkloadMax: 100,
				Salary: &Salary{98000, 118000, "CHF"},
			},
		}
	}
	in := JobPostingContext{
		URL: "https://x.test/p", Organization: "Group", OrganizationURL: "https://x.test",
		Place: &location.Location{CountryCode: "CH", Address: &address}, HasForm: true,
	}
	posting := gjson.Parse(page().JobPosting(in))
	for path, want := range map[string]string{
		`\@type`:                              "JobPosting",
		"title":                               "Engineer",
		"url":                                 "https://x.test/p",
		"datePosted":                          "2026-11-16",
		"validThrough":                        "2027-01-31T23:59:59Z",
		"employmentType":                      `["FULL_TIME","PART_TIME"]`,
		"directApply":                         "true",
		"identifier.value":                    "p1",
		"hiringOrganization.name":             "Group",
		"hiringOrganization.sameAs":           "https://x.test",
		"jobLocation.address.streetAddress":   "Industriestrasse 6",
		"jobLocation.address.postalCode":      "6036",
		"jobLocation.address.addressLocality": "Dierikon",
		"jobLocation.address.addressCountry":  "CH",
		"baseSalary.currency":                 "CHF",
		"baseSalary.value.minValue":           "98000",
		"baseSalary.value.maxValue":           "118000",
		"baseSalary.value.unitText":           "YEAR",
		`description`:                         "<h2>Tasks</h2><ul><li>Measure &lt;wires&gt; here</li></ul>",
	} {
		if got := posting.Get(path).String(); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if strings.Contains(posting.Raw, person) {
		t.Error("the contact person is in the description")
	}

	fallback, fullTime := page(), page()
	fallback.Language = site.PageLanguage{IsFallback: true}
	fullTime.Position.WorkloadMin, fullTime.Position.Salary, fullTime.Position.ValidThrough = 100, nil, ""
	elsewhere := in
	elsewhere.Place = nil
	for name, text := range map[string]string{
		"no position":      (&Page{}).JobPosting(in),
		"another language": fallback.JobPosting(in),
		"no place":         page().JobPosting(elsewhere),
	} {
		if text != "" {
			t.Errorf("%s: %s", name, text)
		}
	}
	posting = gjson.Parse(fullTime.JobPosting(in))
	if posting.Get("employmentType").Raw != `["FULL_TIME"]` || posting.Get("baseSalary").Exists() ||
		posting.Get("validThrough").Exists() {
		t.Error(posting.Raw)
	}
}
