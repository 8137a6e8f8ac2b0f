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

func (t localizedTexts) emailField(value string) field {
	return field{
		Name:         "email",
		Label:        t.get("field.email"),
		Type:         "email",
		Autocomplete: "username",
		Required:     true,
		Value:        value,
	}
}

func (t localizedTexts) firstNameField(value string) field {
	return field{
		Name:         "firstName",
		Label:        t.get("field.firstName"),
		Type:         "text",
		Autocomplete: "given-name",
		Required:     true,
		Value:        value,
	}
}

func (t localizedTexts) lastNameField(value string) field {
	return field{
		Name:         "lastName",
		Label:        t.get("field.lastName"),
		Type:         "text",
		Autocomplete: "family-name",
		Required:     true,
		Value:        value,
	}
}

// newPasswordField returns a field for a new password, with the rules for passwords as its hint. label is the id of
// its label.
func (p *pages) newPasswordField(texts localizedTexts, label string) field {
	return field{
		Name:         "password",
		Label:        texts.get(label),
		Type:         "password",
		Autocomplete: "new-password",
		Required:     true,
		Hint:         p.passwordHint(texts),
	}
}
