package identity

import "strings"

// field is a field of a form.
type field struct {
	Name, Label, Hint             string
	Type, Autocomplete, Inputmode string
	Value                         string
	Required, Focus               bool
	Errors                        []string
}

// DescribedBy returns the ids of the texts that describe the field.
func (f field) DescribedBy() string {
	var ids []string
	if f.Hint != "" {
		ids = append(ids, f.Name+"-hint")
	}
	if len(f.Errors) > 0 {
		ids = append(ids, f.Name+"-error")
	}
	return strings.Join(ids, " ")
}

// requiredField returns a field whose label has its name in the texts.
func (t localizedTexts) requiredField(name, inputType, autocomplete, value string) field {
	return field{
		Name:         name,
		Label:        t.Get("field." + name),
		Type:         inputType,
		Autocomplete: autocomplete,
		Required:     true,
		Value:        value,
	}
}

func (t localizedTexts) emailField(value string) field {
	return t.requiredField("email", "email", "username", value)
}

func (t localizedTexts) firstNameField(value string) field {
	return t.requiredField("firstName", "text", "given-name", value)
}

func (t localizedTexts) lastNameField(value string) field {
	return t.requiredField("lastName", "text", "family-name", value)
}

// passwordField returns a field for the present password.
func (t localizedTexts) passwordField() field {
	return t.requiredField("password", "password", "current-password", "")
}

// newPasswordField returns a field for a new password, with the rules for passwords as its hint. label is the id of
// its label.
func (p *pages) newPasswordField(texts localizedTexts, label string) field {
	return field{
		Name:         "password",
		Label:        texts.Get(label),
		Type:         "password",
		Autocomplete: "new-password",
		Required:     true,
		Hint:         p.passwordHint(texts),
	}
}
