package form

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// An e-mail address whose domain contains a dot.
	emailPattern = `[^@\s]+@[^@\s.]+(\.[^@\s.]+)+`
	// Five to twenty digits in groups, and an extension.
	telephonePattern = `([+\-.\/\(\) ]*\d){5,20}[+\-.\/\(\) ]*([Ee][Xx][Tt]\.?[ ]*\d{1,6})?`
	// Six digits, with spaces anywhere.
	oneTimeCodePattern = `\s*(\d\s*){6}`
	// Figures with signs and units of wires, full-width ones too, and no other words (REQ-9).
	crossSectionPattern = crossSectionSign + `*[0-9０-９]` + crossSectionSign + `*`
	crossSectionSign    = `(?:[0-9０-９.,．，\/+×xX*~<≤>≥\(\) ±…〜～–—\-]|mm²|mm2|㎟|sqmm|AWG|awg|Awg|kcmil|MCM)`
	// A number with separators of thousands, or a range of numbers.
	quantityPattern = `[0-9０-９][0-9０-９.,．，'’ \-–~〜～]*`
)

var patterns = map[string]*regexp.Regexp{
	emailPattern: compileAnchored(emailPattern), telephonePattern: compileAnchored(telephonePattern),
	oneTimeCodePattern: compileAnchored(oneTimeCodePattern), crossSectionPattern: compileAnchored(crossSectionPattern),
	quantityPattern: compileAnchored(quantityPattern),
}

func compileAnchored(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:` + pattern + `)$`)
}

// Problem is a missing or invalid value.
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
	// CodeClosed is the code of a whole form: its position accepts no applications any more (JOB-3).
	CodeClosed = "CLOSED"
)

// Offer reports whether a value can be chosen in a field of type Country, Location or Language, whose options are not
// part of the definition.
type Offer func(t Type, value string) bool

// OfferAny accepts every value: the upstream system that receives the form checks it.
func OfferAny(Type, string) bool { return true }

// Check trims the submitted values and returns the problems, field by field. Values of hidden and unknown fields are
// dropped.
func Check(fields []Field, submitted map[string]string, offers Offer) (values map[string]string, problems []Problem) {
	values = map[string]string{}
	for _, f := range fields {
		if f.ShownWhen != "" && values[f.ShownWhen] != "true" {
			continue
		}
		value := clean(submitted[f.Name], f.Type)
		if f.Type == Checkbox && value == "false" {
			value = ""
		}
		if c := f.RequiredWhen; c != nil && values[c.Field] == c.Value {
			f.Required = true
		}
		code := f.problem(value, offers)
		switch {
		case code != "":
			problems = append(problems, Problem{Field: f.Name, Code: code, Message: f.messageOf(code)})
		case value != "":
			values[f.Name] = value
		}
	}
	return values, problems
}

// messageOf is the English message of a problem: a value that is too long is not missing.
func (f Field) messageOf(code string) string {
	if code == CodeTooLong {
		return fmt.Sprintf("Please enter at most %d characters.", f.MaxLength)
	}
	return f.Message
}

// clean removes control characters, and leading and trailing spaces. A text without a visible character is empty
// (FORM-45). An e-mail address gets its normal form.
func clean(value string, t Type) string {
	if t == Password {
		return value
	}
	value = strings.ToValidUTF8(strings.ReplaceAll(value, "\r\n", "\n"), "")
	value = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && (r != '\n' || t != LongText) {
			return ' '
		}
		return r
	}, value)
	if t == Email {
		value, _ = NormalizeEmail(value)
	}
	if IsBlank(value) {
		return ""
	}
	return strings.TrimSpace(value)
}

func (f Field) problem(value string, offers Offer) string {
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
	if !f.fits(value, offers) {
		return CodeInvalid
	}
	return ""
}

func (f Field) fits(value string, offers Offer) bool {
	if f.Pattern != "" && !patterns[f.Pattern].MatchString(value) {
		return false
	}
	switch f.Type {
	case Email:
		_, ok := NormalizeEmail(value)
		return ok
	case Choice:
		return slices.Contains(f.Options, value)
	case Country, Location, Language:
		return offers(f.Type, value)
	}
	return true
}
