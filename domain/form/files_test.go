package form

import "testing"

// TestFileLimits_AcceptedTypes: images and videos are accepted, except SVG images, which can contain scripts (FORM-31).
func TestFileLimits_AcceptedTypes(t *testing.T) {
	for mediaType, want := range map[string]bool{
		"image/png": true, "video/mp4": true, "image/svg+xml": false, "image/svg": false, "application/pdf": false,
		"": false, "imagex/png": false, "text/html": false,
	} {
		if got := Attachments.Accepts(mediaType); got != want {
			t.Errorf("%q: %v", mediaType, got)
		}
	}
	for mediaType, want := range map[string]bool{
		"application/pdf": true, "image/png": true, "image/svg+xml": false, "video/mp4": false,
		"application/zip": false,
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document": true,
	} {
		if got := Documents.Accepts(mediaType); got != want {
			t.Errorf("%q as a document: %v", mediaType, got)
		}
		if got := AcceptsUpload(mediaType); got != (want || mediaType == "video/mp4") {
			t.Errorf("an upload of %q: %v", mediaType, got)
		}
	}
	exact := FileLimits{MediaTypes: []string{"application/pdf"}}
	if !exact.Accepts("application/pdf") || exact.Accepts("application/zip") {
		t.Error("a limit to one media type accepts another, or not its own")
	}
}

// TestCheck_Files: at most as many files as the field allows.
func TestCheck_Files(t *testing.T) {
	limits := FileLimits{MaxCount: 2}
	fields := []Field{{Name: "files", Type: Files, Files: &limits}}
	for value, want := range map[string]string{"": "", "a": "", "a, b": "", "a,b,c": CodeInvalid} {
		_, problems := Check(fields, map[string]string{"files": value}, OfferAny)
		code := ""
		if len(problems) > 0 {
			code = string(problems[0].Code)
		}
		if code != want {
			t.Errorf("%q: %q, want %q", value, code, want)
		}
	}
}

// TestCheck_Password: a password is taken as it was typed, with its spaces.
func TestCheck_Password(t *testing.T) {
	fields := []Field{{Name: "password", Type: Password, Required: true, MaxLength: 20}}
	values, problems := Check(fields, map[string]string{"password": " a\tb "}, OfferAny)
	if values["password"] != " a\tb " || len(problems) > 0 {
		t.Errorf("%q %v", values["password"], problems)
	}
}

// TestCheck_Checkbox: a checkbox is `true`, `false` or missing.
func TestCheck_Checkbox(t *testing.T) {
	for _, test := range []struct {
		required    bool
		value, want string
	}{
		{true, "true", ""}, {true, "false", CodeRequired}, {true, "", CodeRequired}, {true, "yes", CodeRequired},
		{false, "true", ""}, {false, "false", ""}, {false, "yes", CodeInvalid},
	} {
		fields := []Field{{Name: "box", Type: Checkbox, Required: test.required, MaxLength: 5}}
		_, problems := Check(fields, map[string]string{"box": test.value}, OfferAny)
		code := ""
		if len(problems) > 0 {
			code = string(problems[0].Code)
		}
		if code != test.want {
			t.Errorf("%+v: %q", test, code)
		}
	}
}

func TestFields(t *testing.T) {
	fields := []Field{{Name: "a", Type: Email}, {Name: "b", Type: Files}}
	if f := FileField(fields); f != &fields[1] {
		t.Errorf("the field for files is %+v", f)
	}
	if f := FileField(fields[:1]); f != nil {
		t.Errorf("a form without files has %+v", f)
	}
	if !HasFieldOfType(fields, Email) || HasFieldOfType(fields, Country) {
		t.Error("a form lacks a type of field that it has, or has another")
	}
	if d := Of("NOTHING"); d != nil {
		t.Errorf("an unknown form is %+v", d)
	}
	if d := Of(OSSRequest); d == nil || d.Kind != OSSRequest {
		t.Errorf("the form is %+v", d)
	}
}
