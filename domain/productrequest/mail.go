package productrequest

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"strand/domain/form"
	"strand/domain/optional"
)

//go:embed mails/*.json
var mailFiles embed.FS

// fallbackLanguage is the language of a mail whose own language has no texts.
const fallbackLanguage = "en"

// mailTexts returns the texts of mails by language.
var mailTexts = sync.OnceValues(func() (map[string]map[string]string, error) {
	entries, err := mailFiles.ReadDir("mails")
	if err != nil {
		return nil, err
	}
	all := map[string]map[string]string{}
	for _, e := range entries {
		data, err := mailFiles.ReadFile("mails/" + e.Name())
		if err != nil {
			return nil, err
		}
		texts := map[string]string{}
		if err := json.Unmarshal(data, &texts); err != nil {
			return nil, fmt.Errorf("read mails/%s: %w", e.Name(), err)
		}
		all[strings.TrimSuffix(e.Name(), ".json")] = texts
	}
	return all, nil
})

// Confirmation is the mail that confirms a request.
type Confirmation struct{ To, Subject, Text, Language string }

// Confirms reports whether a submission is confirmed by mail.
func Confirms(s *form.Submission) bool {
	return s.Kind == form.ProductRequest && s.Values["email"] != ""
}

// ConfirmationOf returns the mail that confirms a request, in the language of its sender (REQ-6). Anyone can enter the
// address of another person: of what the sender has typed, the mail contains figures only.
func ConfirmationOf(s *form.Submission) (*Confirmation, error) {
	all, err := mailTexts()
	if err != nil {
		return nil, err
	}
	language, _, _ := strings.Cut(s.Locale, "-")
	texts, ok := all[language]
	if !ok {
		language, texts = fallbackLanguage, all[fallbackLanguage]
	}
	office := s.Office
	if office == nil {
		office = &form.Office{IsGroup: true, WorkingDays: answerDays}
	}
	values := map[string]string{
		"reference": s.Reference,
		"product":   s.Subject,
		"requested": texts[s.Values[form.RequestedField]],
		"office":    texts["ourGroup"],
	}
	if office.Name != nil {
		values["office"] = *office.Name
	}
	lines := []string{"thanks", "", "requested"}
	switch {
	case s.Subject == "":
	case len(ParseSubject(s.About).Machines) > 1:
		lines = append(lines, "products")
	default:
		lines = append(lines, "product")
	}
	// Their patterns permit figures only.
	for _, field := range []string{"crossSection", "yearlyQuantity"} {
		if values[field] = s.Values[field]; values[field] != "" {
			lines = append(lines, field)
		}
	}
	lines = append(lines, "", "oneDay")
	if office.IsGroup {
		lines = append(lines, "group")
	}
	if office.Phone != nil {
		values["phone"] = *office.Phone
		lines = append(lines, "urgent")
	}
	if s.Values["sendsSamples"] == "true" && office.Address != nil {
		lines = append(lines, "", "samples", "recipient")
	}
	lines = append(lines, "", "automatic")
	for i, id := range lines {
		if id == "recipient" {
			lines[i] = values["office"] + "\n" + *office.Address + countryLine(office, language)
			continue
		}
		lines[i] = fill(texts[id], values)
	}
	subject := fill(texts["subject"], values)
	if s.Subject != "" {
		subject += ": " + s.Subject
	}
	return &Confirmation{
		To:       s.Values["email"],
		Subject:  subject,
		Text:     strings.Join(lines, "\n") + "\n",
		Language: language,
	}, nil
}

// countryLine returns the country of an office's address in a language, as a further line of the address; empty if the
// country is unknown.
func countryLine(office *form.Office, code string) string {
	region, err := language.ParseRegion(optional.OrEmpty(office.CountryCode))
	if err != nil {
		return ""
	}
	names := display.Regions(language.Make(code))
	if names == nil {
		return ""
	}
	return "\n" + names.Name(region)
}

// fill replaces each `{name}` of a text by its value.
func fill(text string, values map[string]string) string {
	var replacements []string
	for name, value := range values {
		replacements = append(replacements, "{"+name+"}", value)
	}
	return strings.NewReplacer(replacements...).Replace(text)
}
