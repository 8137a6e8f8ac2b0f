// Package form holds the forms of the websites and the rules of their fields (spec §3 and §5). The rules live here alone:
// browsers are told them through the graph, and the server applies them again.
package form

import (
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is which form it is.
type Kind string

const (
	// OSSRequest is the support request of the OSS.
	OSSRequest     Kind = "OSS_REQUEST"
	ServiceRequest Kind = "SERVICE_REQUEST"
	// Whitepaper asks for contact data and hands out a document.
	Whitepaper Kind = "WHITEPAPER"
	// StoryFeedback says what a reader thinks of a story.
	StoryFeedback Kind = "STORY_FEEDBACK"
)

// Type is how a field is filled in.
type Type string

const (
	Text      Type = "TEXT"
	Email     Type = "EMAIL"
	Telephone Type = "TELEPHONE"
	// LongText has several lines.
	LongText Type = "LONG_TEXT"
	// Choice is one of the field's options.
	Choice Type = "CHOICE"
	// Country is one of the countries that the system data offers, by its code.
	Country Type = "COUNTRY"
	// Checkbox is `true` or empty.
	Checkbox Type = "CHECKBOX"
	// Files are the ids of uploads, separated by commas.
	Files Type = "FILES"
)

// Field is one field of a form.
type Field struct {
	Name string
	Type Type
	// Required says that it must be filled in, where it is shown at all.
	Required bool
	// ShownWhen names the checkbox that has to be set for the field to be shown; empty for always.
	ShownWhen string
	// Group is the part of the form that it stands in.
	Group string
	// Options are the values of a choice.
	Options []string
	// MaxLength bounds the value, in characters.
	MaxLength int
	// Pattern is a regular expression that the whole value matches, in what Go and browsers have in common; empty for any.
	Pattern string
	// Files bound what a field of files takes; nil for other fields.
	Files *FileLimits
	// Autocomplete is what the browser may fill in, in the words of HTML; empty for nothing.
	Autocomplete string
	// Message is what is said when the value is missing or does not fit, in English; MessageID names it in the texts of the
	// interface.
	Message, MessageID string
}

// Definition is a form with its fields, in their order.
type Definition struct {
	Kind   Kind
	Fields []Field
}

const (
	// An address whose domain has a dot.
	emailPattern = `[^@\s]+@[^@\s.]+(\.[^@\s.]+)+`
	// Five to twenty figures, grouped in whatever way.
	telephonePattern = `([+\-.\/\(\) ]*\d){5,20}[+\-.\/\(\) ]*`
)

var patterns = map[string]*regexp.Regexp{emailPattern: whole(emailPattern), telephonePattern: whole(telephonePattern)}

func whole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }

// Lengths that nobody exceeds who means well.
const (
	shortText = 200
	longText  = 5000
)

// messages are those of spec §5, by the names that the texts of the interface have for them.
var messages = map[string]string{
	"invalid":          "Please enter a valid value.",
	"checkbox":         "Please select the checkbox to continue.",
	"email":            "Please provide a valid email address",
	"firstName":        "Please enter your first name",
	"lastName":         "Please enter your last name",
	"employer":         "Please enter the company you work for",
	"countryIn":        "Please enter the country you're in",
	"product":          "Please specify the product your request regards",
	"productSerial":    "Please enter the serial number of your product",
	"message":          "Please add some more details",
	"emailMissing":     "Please enter your email",
	"company":          "Please enter your company",
	"address":          "Please enter your address",
	"zipCode":          "Please enter your zip code",
	"city":             "Please enter your city",
	"state":            "Please enter your state",
	"country":          "Please select your country",
	"returnAddress":    "Please enter the return address",
	"returnZipCode":    "Please enter the zip code of the return address",
	"returnCity":       "Please enter the city of the return address",
	"returnState":      "Please enter the state of the return address",
	"returnCountry":    "Please select the country of the return address",
	"machineName":      "Please enter the machine name",
	"serialNumber":     "Please enter the serial number",
	"requestedService": "Please select a requested service",
	"subject":          "Please enter a subject",
	"description":      "Please enter a description",
	"caseId":           "Please enter the case ID",
}

func field(name string, t Type, group, autocomplete, messageID string) Field {
	f := Field{Name: name, Type: t, Required: true, Group: group, MaxLength: shortText, Autocomplete: autocomplete,
		Message: messages[messageID], MessageID: messageID}
	switch t {
	case LongText:
		f.MaxLength = longText
	case Email:
		f.Pattern = emailPattern
	case Telephone:
		f.Pattern = telephonePattern
	case Files:
		f.Files = &Attachments
	}
	return f
}

func optional(f Field) Field {
	f.Required = false
	f.Message, f.MessageID = messages["invalid"], "invalid"
	return f
}

func (f Field) choosing(options ...string) Field {
	f.Options = options
	return f
}

func (f Field) when(checkbox string) Field {
	f.ShownWhen = checkbox
	return f
}

// The parts of forms.
const (
	groupPerson  = "person"
	groupAddress = "address"
	groupReturn  = "returnAddress"
	groupRequest = "request"
	groupMachine = "machine"
	groupConsent = "consent"
)

var definitions = []*Definition{
	{Kind: OSSRequest, Fields: []Field{
		field("email", Email, groupPerson, "email", "email"),
		field("firstName", Text, groupPerson, "given-name", "firstName"),
		field("lastName", Text, groupPerson, "family-name", "lastName"),
		field("company", Text, groupPerson, "organization", "employer"),
		field("country", Country, groupPerson, "country", "countryIn"),
		field("product", Text, groupMachine, "", "product"),
		field("serialNumber", Text, groupMachine, "", "productSerial"),
		field("message", LongText, groupMachine, "", "message"),
	}},
	{Kind: ServiceRequest, Fields: []Field{
		field("firstName", Text, groupPerson, "given-name", "firstName"),
		field("lastName", Text, groupPerson, "family-name", "lastName"),
		field("email", Email, groupPerson, "email", "emailMissing"),
		optional(field("telephone", Telephone, groupPerson, "tel", "")),
		field("company", Text, groupPerson, "organization", "company"),
		field("address", Text, groupAddress, "street-address", "address"),
		field("zipCode", Text, groupAddress, "postal-code", "zipCode"),
		field("city", Text, groupAddress, "address-level2", "city"),
		field("state", Text, groupAddress, "address-level1", "state"),
		field("country", Country, groupAddress, "country", "country"),
		optional(field("hasReturnAddress", Checkbox, groupAddress, "", "")),
		field("returnAddress", Text, groupReturn, "shipping street-address", "returnAddress").when("hasReturnAddress"),
		field("returnZipCode", Text, groupReturn, "shipping postal-code", "returnZipCode").when("hasReturnAddress"),
		field("returnCity", Text, groupReturn, "shipping address-level2", "returnCity").when("hasReturnAddress"),
		field("returnState", Text, groupReturn, "shipping address-level1", "returnState").when("hasReturnAddress"),
		field("returnCountry", Country, groupReturn, "shipping country", "returnCountry").when("hasReturnAddress"),
		field("machineName", Text, groupMachine, "", "machineName"),
		field("serialNumber", Text, groupMachine, "", "serialNumber"),
		optional(field("warranty", Choice, groupMachine, "", "")).choosing("yes", "no", "unknown"),
		optional(field("serviceContract", Choice, groupMachine, "", "")).choosing("yes", "no", "unknown"),
		field("requestedService", Choice, groupRequest, "", "requestedService").
			choosing("repair", "maintenance", "calibration", "spareParts", "retrofit", "training", "consulting"),
		optional(field("requestReason", Choice, groupRequest, "", "")).choosing("standstill", "malfunction", "quality", "prevention", "question"),
		field("subject", Text, groupRequest, "", "subject"),
		field("description", LongText, groupRequest, "", "description"),
		optional(field("refersToCase", Checkbox, groupRequest, "", "")),
		field("caseId", Text, groupRequest, "", "caseId").when("refersToCase"),
		optional(field("attachments", Files, groupRequest, "", "")),
	}},
	{Kind: Whitepaper, Fields: []Field{
		field("firstName", Text, groupPerson, "given-name", "firstName"),
		field("lastName", Text, groupPerson, "family-name", "lastName"),
		field("email", Email, groupPerson, "email", "email"),
		field("company", Text, groupPerson, "organization", "employer"),
		field("country", Country, groupPerson, "country", "countryIn"),
		field("consent", Checkbox, groupConsent, "", "checkbox"),
	}},
	{Kind: StoryFeedback, Fields: []Field{
		field("helpful", Choice, "", "", "invalid").choosing("yes", "no"),
		optional(field("comment", LongText, "", "", "")),
	}},
}

// Of is the definition of a form; nil for none.
func Of(kind Kind) *Definition {
	if i := slices.IndexFunc(definitions, func(d *Definition) bool { return d.Kind == kind }); i >= 0 {
		return definitions[i]
	}
	return nil
}

// FileField is the field that takes files; nil where the form takes none.
func (d *Definition) FileField() *Field {
	if i := slices.IndexFunc(d.Fields, func(f Field) bool { return f.Type == Files }); i >= 0 {
		return &d.Fields[i]
	}
	return nil
}

// HasCountry says whether a country has to be chosen somewhere.
func (d *Definition) HasCountry() bool {
	return slices.ContainsFunc(d.Fields, func(f Field) bool { return f.Type == Country })
}

// Problem is what is wrong with a field.
type Problem struct {
	Field string
	// Code is REQUIRED, INVALID or TOO_LONG.
	Code    string
	Message string
}

// The codes of problems.
const (
	CodeRequired = "REQUIRED"
	CodeInvalid  = "INVALID"
	CodeTooLong  = "TOO_LONG"
)

// Check trims what was filled in and finds what is wrong with it, field by field. Fields that are not shown, and those
// that the form does not have, are left out of the values. isCountry says whether a country may be chosen.
func (d *Definition) Check(given map[string]string, isCountry func(code string) bool) (values map[string]string, problems []Problem) {
	values = map[string]string{}
	for _, f := range d.Fields {
		if f.ShownWhen != "" && values[f.ShownWhen] != "true" {
			continue
		}
		value := clean(given[f.Name], f.Type)
		if f.Type == Checkbox && value == "false" {
			value = ""
		}
		code := f.problem(value, isCountry)
		switch {
		case code != "":
			problems = append(problems, Problem{Field: f.Name, Code: code, Message: f.Message})
		case value != "":
			values[f.Name] = value
		}
	}
	return values, problems
}

// clean takes out what nobody types: control characters, and spaces at the ends.
func clean(value string, t Type) string {
	value = strings.ToValidUTF8(strings.ReplaceAll(value, "\r\n", "\n"), "")
	value = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && (r != '\n' || t != LongText) {
			return ' '
		}
		return r
	}, value)
	return strings.TrimSpace(value)
}

func (f Field) problem(value string, isCountry func(string) bool) string {
	if value == "" || f.Type == Checkbox && value != "true" {
		switch {
		case f.Required:
			return CodeRequired
		case value != "":
			return CodeInvalid
		}
		return ""
	}
	if f.Type == Files {
		if len(FileIDs(value)) > f.Files.MaxCount {
			return CodeInvalid
		}
		return ""
	}
	if utf8.RuneCountInString(value) > f.MaxLength {
		return CodeTooLong
	}
	if !f.fits(value, isCountry) {
		return CodeInvalid
	}
	return ""
}

func (f Field) fits(value string, isCountry func(string) bool) bool {
	if f.Pattern != "" && !patterns[f.Pattern].MatchString(value) {
		return false
	}
	switch f.Type {
	case Email:
		return isAddress(value)
	case Choice:
		return slices.Contains(f.Options, value)
	case Country:
		return isCountry(value)
	}
	return true
}

// isAddress says whether a text is one address, as browsers find of a field for one.
func isAddress(value string) bool {
	a, err := mail.ParseAddress(value)
	return err == nil && a.Address == value
}
