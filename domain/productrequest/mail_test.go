package productrequest

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"strand/domain/form"
)

// Every language of the sites has every text with the same placeholders, and of what its sender typed, a mail contains
// the figures only.
//
// Rules: REQ-6, REQ-8.
func TestConfirmationOf(t *testing.T) {
	data, err := os.ReadFile("../site/languages.json")
	if err != nil {
		t.Fatal(err)
	}
	var languages []struct{ Code, SIS string }
	if err := json.Unmarshal(data, &languages); err != nil {
		t.Fatal(err)
	}
	all, err := mailTexts()
	if err != nil {
		t.Fatal(err)
	}
	ids := slices.Sorted(maps.Keys(all["en"]))
	name, phone, address := "Komax Switzerland", "+41 00 000 00 02", "Weg 1\n8000 Zürich"
	switzerland, country := "CH", map[string]string{
		"en": "Switzerland", "de": "Schweiz", "fr": "Suisse", "es": "Suiza", "pt": "Suíça", "cs": "Švýcarsko",
		"hu": "Svájc", "ro": "Elveția", "sk": "Švajčiarsko", "ja": "スイス", "zh": "瑞士",
	}
	for _, language := range languages {
		if got := slices.Sorted(maps.Keys(all[language.Code])); !slices.Equal(got, ids) {
			t.Errorf("%s has the texts %v", language.Code, got)
		}
		for _, requested := range form.Of(form.ProductRequest).Fields[0].Options {
			mail, err := ConfirmationOf(&form.Submission{
				Kind:      form.ProductRequest,
				Reference: "RQ-ABCD-EFGH",
				Locale:    language.SIS,
				Subject:   "Alpha 530, S",
				Values: map[string]string{
					"requested": requested, "email": "ada@example.com", "name": "Typed", "company": "Typed",
					"message": "Typed", "terminal": "Typed", "crossSection": "0.5 mm²", "yearlyQuantity": "50,000",
					"sendsSamples": "true",
				},
				Office: &form.Office{
					Name: &name, Phone: &phone, Address: &address, CountryCode: &switzerland, WorkingDays: 1,
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			if mail.To != "ada@example.com" || mail.Language != language.Code {
				t.Errorf("%s: %+v", language.Code, mail)
			}
			for _, part := range []string{"RQ-ABCD-EFGH", "Alpha 530, S", name, phone, all[language.Code][requested],
				"0.5 mm²", "50,000", address + "\n" + country[language.Code] + "\n"} {
				if !strings.Contains(mail.Text, part) {
					t.Errorf("%s, %s: %q is missing in\n%s", language.Code, requested, part, mail.Text)
				}
			}
			if strings.ContainsAny(mail.Subject+mail.Text, "{}") || strings.Contains(mail.Subject+mail.Text, "Typed") {
				t.Errorf("%s, %s: %s\n%s", language.Code, requested, mail.Subject, mail.Text)
			}
		}
	}
	several, err := ConfirmationOf(&form.Submission{
		Locale: "en", About: "alpha-530//METRIC,alpha-550", Subject: "Alpha 530; Alpha 550",
		Values: map[string]string{"requested": form.Quote},
	})
	if err != nil || !strings.Contains(several.Text, "Machines: Alpha 530; Alpha 550") {
		t.Errorf("of several machines: %+v, %v", several, err)
	}
	mail, err := ConfirmationOf(&form.Submission{Locale: "xx", Values: map[string]string{"requested": form.Quote}})
	if err != nil || mail.Language != "en" ||
		!strings.Contains(mail.Text, "The group answers within one working day.") {
		t.Errorf("without an office: %+v, %v", mail, err)
	}
}
