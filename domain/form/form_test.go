package form

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func offers(t Type, value string) bool { return t == Country && (value == "CH" || value == "DE") }

// complete contains valid values for each form.
var complete = map[Kind]map[string]string{
	OSSRequest: {
		"email":        "a@b.example",
		"firstName":    "Ada",
		"lastName":     "Muster",
		"company":      "ACME",
		"country":      "CH",
		"product":      "Alpha 530",
		"serialNumber": "1",
		"message":      "It hums.",
	},
	ServiceRequest: {
		"firstName":        "Ada",
		"lastName":         "Muster",
		"email":            "a@b.example",
		"company":          "ACME",
		"address":          "Weg 1",
		"zipCode":          "6000",
		"city":             "Luzern",
		"state":            "LU",
		"country":          "CH",
		"machineName":      "Alpha 530",
		"serialNumber":     "1",
		"requestedService": "repair",
		"subject":          "Hum",
		"description":      "It hums.",
	},
	Whitepaper: {
		"firstName": "Ada",
		"lastName":  "Muster",
		"email":     "a@b.example",
		"company":   "ACME",
		"country":   "DE",
		"consent":   "true",
	},
	StoryFeedback:   {"helpful": "yes"},
	ProductFeedback: {"helpful": "yes"},
}

// Rules: FORM-2, FORM-3, FORM-5, FORM-7, FORM-8, FORM-9, FORM-12, FORM-13, FORM-14, FORM-31.
func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name     string
		kind     Kind
		change   map[string]string
		problems []Problem
	}{
		{"complete values", OSSRequest, nil, nil},
		{"every field of an OSS request is required", OSSRequest, map[string]string{
			"email": "", "firstName": "", "lastName": " ", "company": "", "country": "", "product": "",
			"serialNumber": "\t", "message": "\n",
		}, []Problem{
			{"firstName", CodeRequired, "Please enter your first name"},
			{"lastName", CodeRequired, "Please enter your last name"},
			{"company", CodeRequired, "Please enter the company you work for"},
			{"email", CodeRequired, "Please provide a valid email address"},
			{"country", CodeRequired, "Please enter the country you're in"},
			{"product", CodeRequired, "Please specify the product your request regards"},
			{"serialNumber", CodeRequired, "Please enter the serial number of your product"},
			{"message", CodeRequired, "Please add some more details"},
		}},
		{"a service request without optional values", ServiceRequest, nil, nil},
		{"every required field of a service request", ServiceRequest, map[string]string{
			"firstName": "", "lastName": "", "email": "", "company": "", "address": "",
			"zipCode": "", "city": "", "state": "",
			"country": "", "machineName": "", "serialNumber": "", "requestedService": "", "subject": "",
			"description": ""}, []Problem{
			{"firstName", CodeRequired, "Please enter your first name"},
			{"lastName", CodeRequired, "Please enter your last name"},
			{"company", CodeRequired, "Please enter your company"},
			{"email", CodeRequired, "Please enter your email"},
			{"address", CodeRequired, "Please enter your address"},
			{"zipCode", CodeRequired, "Please enter your postcode"},
			{"city", CodeRequired, "Please enter your city"},
			{"state", CodeRequired, "Please enter your state or region"},
			{"country", CodeRequired, "Please select your country"},
			{"machineName", CodeRequired, "Please enter the machine name"},
			{"serialNumber", CodeRequired, "Please enter the serial number"},
			{"requestedService", CodeRequired, "Please select a requested service"},
			{"subject", CodeRequired, "Please enter a subject"},
			{"description", CodeRequired, "Please enter a description"},
		}},
		{
			"a reference to a case requires its id", ServiceRequest, map[string]string{"refersToCase": "true"},
			[]Problem{{"caseId", CodeRequired, "Please enter the case ID"}},
		},
		{"a separate return address requires its fields", ServiceRequest, map[string]string{
			"hasReturnAddress": "true", "returnCity": "Bern",
		}, []Problem{
			{"returnAddress", CodeRequired, "Please enter the return address"},
			{"returnZipCode", CodeRequired, "Please enter the postcode of the return address"},
			{"returnState", CodeRequired, "Please enter the state or region of the return address"},
			{"returnCountry", CodeRequired, "Please select the country of the return address"},
		}},
		{
			"an unknown choice", ServiceRequest, map[string]string{"requestedService": "magic"},
			[]Problem{{"requestedService", CodeInvalid, "Please select a requested service"}},
		},
		{
			"an unknown country", OSSRequest, map[string]string{"country": "XX"},
			[]Problem{{"country", CodeInvalid, "Please enter the country you're in"}},
		},
		{"a telephone number", ServiceRequest, map[string]string{"telephone": "+41 (0)41 000-00.00/1"}, nil},
		{"a telephone extension", ServiceRequest, map[string]string{"telephone": "+49 30 1234 ext. 5"}, nil},
		{"a telephone number in two lines", ServiceRequest, map[string]string{"telephone": "+41 41\n000 00 00"}, nil},
		{
			"a telephone number of too few digits", ServiceRequest, map[string]string{"telephone": "+41 0 0"},
			[]Problem{{"telephone", CodeInvalid, "Please enter a valid telephone number."}},
		},
		{
			"a text instead of a telephone number", ServiceRequest, map[string]string{"telephone": "call me"},
			[]Problem{{"telephone", CodeInvalid, "Please enter a valid telephone number."}},
		},
		{
			"a text that is too long", OSSRequest, map[string]string{"message": strings.Repeat("ä", longText+1)},
			[]Problem{{"message", CodeTooLong, "Please enter at most 5000 characters."}},
		},
		{"a text of the maximum length", OSSRequest, map[string]string{"message": strings.Repeat("ä", longText)}, nil},
		{
			"without consent", Whitepaper, map[string]string{"consent": "false"},
			[]Problem{{"consent", CodeRequired, "Please select the checkbox to continue."}},
		},
		{
			"a checkbox with another value than true", Whitepaper, map[string]string{"consent": "on"},
			[]Problem{{"consent", CodeRequired, "Please select the checkbox to continue."}},
		},
		{
			"too many files", ServiceRequest,
			map[string]string{"attachments": strings.Repeat("a,", Attachments.MaxCount) + "a"},
			[]Problem{{"attachments", CodeInvalid, "Please enter a valid value."}},
		},
		{
			"feedback", StoryFeedback, map[string]string{"helpful": "maybe"},
			[]Problem{{"helpful", CodeInvalid, "Please enter a valid value."}},
		},
	} {
		given := maps.Clone(complete[test.kind])
		maps.Copy(given, test.change)
		if _, problems := Check(Of(test.kind).Fields, given, offers); !reflect.DeepEqual(problems, test.problems) {
			t.Errorf("%s: %v", test.name, problems)
		}
	}
}

// Rules: FORM-5, FORM-15.
func TestCheck_Values(t *testing.T) {
	given := maps.Clone(complete[ServiceRequest])
	maps.Copy(
		given,
		map[string]string{
			"firstName":    "  Ada\x00 ",
			"description":  "one\r\ntwo\x07",
			"returnCity":   "not asked for",
			"isAdmin":      "true",
			"refersToCase": "false",
		},
	)
	values, problems := Check(Of(ServiceRequest).Fields, given, offers)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if values["firstName"] != "Ada" || values["description"] != "one\ntwo" {
		t.Errorf("%q, %q", values["firstName"], values["description"])
	}
	for _, name := range []string{"returnCity", "isAdmin", "refersToCase", "telephone"} {
		if v, ok := values[name]; ok {
			t.Errorf("the value of %s is not dropped: %q", name, v)
		}
	}
}

// The figures of a product request are written in many ways, and are no place for other texts.
//
// Rules: REQ-9.
func TestCheck_Figures(t *testing.T) {
	for field, values := range map[string]map[string]bool{
		"crossSection": {
			"0.5": true, "0,35–2,5 mm²": true, "AWG 22": true, "2 × 0.5 mm2": true, "4/0 AWG": true, "０．５㎟": true,
			"< 6 mm²": true, "mm²": false, "call 0800": false, "https://example.com/1": false,
			"1" + strings.Repeat("0", 40): false,
		},
		"yearlyQuantity": {
			"50,000": true, "50'000": true, "10 000–20 000": true, "５００００": true, "many": false, "5 call": false,
		},
	} {
		for value, isValid := range values {
			given := map[string]string{
				"requested": Quote, "name": "Ada", "company": "ACME", "email": "ada@example.com", "country": "CH",
				field: value,
			}
			if _, problems := Check(Of(ProductRequest).Fields, given, offers); (len(problems) == 0) != isValid {
				t.Errorf("%s %q: %v", field, value, problems)
			}
		}
	}
}

// Rules: FORM-11.
func TestEmail(t *testing.T) {
	for email, want := range map[string]bool{
		"ada@example.com": true, "ada.m+x@mail.example.co.uk": true, "ada@localhost": false, "ada": false,
		"@example.com":          false,
		"Ada <ada@example.com>": false, "ada@example.com, b@example.com": false, "ada@example.": false,
		"a b@example.com": false, "ada@münchen.example": true,
	} {
		if got := NewField("email", Email, "", "", "email").fits(email, offers); got != want {
			t.Errorf("%q: %v", email, got)
		}
	}
}

// TestDefinitions checks that each definition is consistent.
//
// Rules: FORM-1.
func TestDefinitions(t *testing.T) {
	for _, d := range definitions {
		seen := map[string]Type{}
		for _, f := range d.Fields {
			if _, twice := seen[f.Name]; twice || f.Message == "" || (f.Type == Choice) != (len(f.Options) > 0) {
				t.Errorf("%s.%s", d.Kind, f.Name)
			}
			if f.ShownWhen != "" && seen[f.ShownWhen] != Checkbox {
				t.Errorf("%s.%s is shown by %q, which is no checkbox before it", d.Kind, f.Name, f.ShownWhen)
			}
			seen[f.Name] = f.Type
		}
	}
}

// TestDefinitions_Person: each form asks for a person in the same order, before its subject.
//
// Rules: FORM-47.
func TestDefinitions_Person(t *testing.T) {
	order := []string{
		"given-name", "family-name", "name", "organization", "email", "tel", "address-line1", "postal-code",
		"address-level2", "address-level1", "country",
	}
	for _, d := range definitions {
		last, isSubject := -1, false
		for _, f := range d.Fields {
			place := slices.Index(order, f.Autocomplete)
			switch {
			case f.Name == RequestedField:
			case place < 0:
				isSubject = true
			case isSubject || place < last:
				t.Errorf("%s asks for %s too late", d.Kind, f.Name)
			}
			last = max(last, place)
		}
	}
}

// TestMessages checks that the client's English texts equal those of the server.
//
// Rules: FORM-1.
func TestMessages(t *testing.T) {
	texts := map[string]string{}
	for _, area := range []string{"form", "portal"} {
		text, err := os.ReadFile("../../client/src/i18n/messages/" + area + "/en.json")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &texts); err != nil {
			t.Fatal(err)
		}
	}
	for id, message := range messages {
		if got := texts["form.error."+id]; got != message {
			t.Errorf("form.error.%s: %q, not %q", id, got, message)
		}
	}
}
