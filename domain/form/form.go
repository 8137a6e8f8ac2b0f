// Package form contains the definitions of the forms of the websites and the portal, and the validation of their
// fields. Browsers read the rules through the graph, and the server applies them to each submission (FORM-1).
package form

import (
	"slices"

	"strand/domain/convert"
)

// Kind identifies a form of the websites.
type Kind string

const (
	// OSSRequest is the support request of the OSS.
	OSSRequest     Kind = "OSS_REQUEST"
	ServiceRequest Kind = "SERVICE_REQUEST"
	// Whitepaper requests contact data in exchange for a document.
	Whitepaper Kind = "WHITEPAPER"
	// StoryFeedback is a reader's opinion of a story.
	StoryFeedback Kind = "STORY_FEEDBACK"
	// ProductFeedback is a visitor's opinion of the page of a product or service.
	ProductFeedback Kind = "PRODUCT_FEEDBACK"
	// ProductRequest asks the office of a country for a quote, a demonstration, a test of samples or a call.
	ProductRequest Kind = "PRODUCT_REQUEST"
	// Application applies for an open position.
	Application Kind = "APPLICATION"
)

// Type is the type of a field.
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
	// Location is one of the caller's locations, by its id.
	Location Type = "LOCATION"
	// Language is one of the languages of the interface, by its code.
	Language Type = "LANGUAGE"
	// Password is masked during input, and is not trimmed.
	Password Type = "PASSWORD"
	// OneTimeCode is a code of six digits.
	OneTimeCode Type = "ONE_TIME_CODE"
)

// Field is one field of a form.
type Field struct {
	Name string
	Type Type
	// Required applies only while the field is shown.
	Required bool
	// RequiredWhen requires a value for one value of an earlier field; nil for an unconditional field.
	RequiredWhen *Condition
	// ShownWhen is the name of the checkbox that shows the field; empty for a field that is always shown.
	ShownWhen string
	// Group is the part of the form that has the field.
	Group string
	// Options are the values of a Choice.
	Options []string
	// MaxLength is in characters.
	MaxLength int
	// Pattern is a regular expression for the whole value, in the syntax that Go and browsers share; empty for any
	// value.
	Pattern string
	// Files are the limits of a field of type Files; nil for other fields.
	Files *FileLimits
	// Autocomplete is the value of HTML's attribute; empty for none.
	Autocomplete string
	// Message is shown for a missing or invalid value, in English; MessageID is the id of its translations in the
	// client.
	Message, MessageID string
}

// Condition is fulfilled by one value of a field.
type Condition struct{ Field, Value string }

// Value is the value of a field.
type Value struct{ Name, Value string }

// Definition is a form of the websites.
type Definition struct {
	Kind   Kind
	Fields []Field
}

// Maximum lengths, in characters.
const (
	shortText = 200
	longText  = 5000
	// figureText is a figure with its unit.
	figureText = 40
)

// NewField makes a required field; messageID is a key of messages.
func NewField(name string, t Type, group, autocomplete, messageID string) Field {
	f := Field{
		Name:         name,
		Type:         t,
		Required:     true,
		Group:        group,
		MaxLength:    shortText,
		Autocomplete: autocomplete,
		Message:      messages[messageID],
		MessageID:    messageID,
	}
	switch t {
	case LongText:
		f.MaxLength = longText
	case Email:
		f.Pattern = emailPattern
	case Telephone:
		f.Pattern = telephonePattern
	case OneTimeCode:
		f.Pattern = oneTimeCodePattern
	case Files:
		f.Files = &Attachments
	}
	return f
}

// Optional makes a field that may be left empty.
func (f Field) Optional() Field {
	f.Required = false
	f.Message, f.MessageID = messages["invalid"], "invalid"
	return f
}

// OrEmpty makes a field that may be left empty, with its own message for an invalid value.
func (f Field) OrEmpty() Field {
	f.Required = false
	return f
}

// requiredWhen makes a field that may be left empty unless an earlier field has a value.
func (f Field) requiredWhen(field, value string) Field {
	f.Required, f.RequiredWhen = false, &Condition{Field: field, Value: value}
	return f
}

// WithOptions sets the values of a choice.
func (f Field) WithOptions(options ...string) Field {
	f.Options = options
	return f
}

// WithFiles sets the limits of the files.
func (f Field) WithFiles(limits *FileLimits) Field {
	f.Files = limits
	return f
}

// AtMost sets the maximum length, in characters.
func (f Field) AtMost(characters int) Field {
	f.MaxLength = characters
	return f
}

// withPattern sets the pattern of a text of at most figureText characters.
func (f Field) withPattern(pattern string) Field {
	f.Pattern = pattern
	return f.AtMost(figureText)
}

func (f Field) shownWhen(checkbox string) Field {
	f.ShownWhen = checkbox
	return f
}

// Of returns the definition of a form; nil for an unknown kind.
func Of(kind Kind) *Definition {
	return convert.First(definitions, func(d *Definition) bool { return d.Kind == kind })
}

// FileField returns the field for files; nil if the form has none.
func FileField(fields []Field) *Field {
	if i := slices.IndexFunc(fields, func(f Field) bool { return f.Type == Files }); i >= 0 {
		return &fields[i]
	}
	return nil
}

// HasFieldOfType reports whether a form has a field of a type.
func HasFieldOfType(fields []Field, t Type) bool {
	return slices.ContainsFunc(fields, func(f Field) bool { return f.Type == t })
}
