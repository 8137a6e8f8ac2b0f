package form

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Submission is a submitted form. It is stored in this form until sis has accepted it.
type Submission struct {
	Kind Kind
	// Key is the idempotency key of the sender: the same key is the same submission.
	Key string
	// Reference is the number that visitors and support staff use to identify the submission.
	Reference string
	// Locale is the locale code of sis: `de-CH`.
	Locale string
	// Site is the technical name of the form's site.
	Site string
	// About is the id of the object that the submission is about, such as a story; empty for none.
	About       string
	Values      map[string]string
	Attachments []Attachment
	SubmittedAt time.Time
	// Office is the office that a product request is addressed to; nil for other forms.
	Office *Office `json:",omitempty"`
	// Subject is the names of the products that a request is about, in the language of the locale, or the title of the
	// position that an application is for; empty for none and for those that cannot be read.
	Subject string `json:",omitempty"`
	// User is the id of the signed-in user; empty for an anonymous user.
	User string `json:",omitempty"`
}

// Office is the office that a product request is addressed to, as the visitor sees it.
type Office struct {
	// LocationID is the id of the location; empty if none is known.
	LocationID string
	// IsGroup reports that no office serves the request, so that the mailbox of the group receives it.
	IsGroup bool
	// WorkingDays is the promised time of the answer.
	WorkingDays        int
	Name, Phone, Email *string
	// Address contains the lines of the postal address without the country.
	Address *string `json:",omitempty"`
	// CountryCode is that of the address (ISO 3166-1 alpha-2).
	CountryCode *string `json:",omitempty"`
}

// Attachment is an uploaded file of a submission.
type Attachment struct {
	// ID is the id of the upload.
	ID, FileName, MediaType string
	// Size is in bytes.
	Size int64
}

var keys = regexp.MustCompile(`^[0-9A-Za-z_-]{16,64}$`)

// IsKey reports whether a text is a valid idempotency key: 16 to 64 characters, hard to guess, such as a UUID.
func IsKey(text string) bool { return keys.MatchString(text) }

// DeriveKey returns the key of a submission without a client-side key, from an HTML form without JavaScript. The
// document with the form is cached and the same for all visitors, so it cannot contain a key. The same form with the
// same values has the same key: submitting twice and reloading are therefore one submission, as long as submissions are
// remembered. The secret prevents others from predicting the key.
func DeriveKey(secret []byte, kind Kind, site, about string, values map[string]string) string {
	mac := hmac.New(sha256.New, secret)
	parts := []string{"form", string(kind), site, about}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, name, values[name])
	}
	for _, part := range parts {
		// The length prefix makes the concatenation unambiguous.
		mac.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// prefixes are the prefixes of references by form.
var prefixes = map[Kind]string{
	OSSRequest: "OSS", ServiceRequest: "SR", Whitepaper: "WP", StoryFeedback: "FB",
	ProductFeedback: "FB", ProductRequest: "RQ", Application: "AP",
}

// Reference returns the number of a submission: short, without letters that look like digits, and always the same for
// the same key.
func Reference(kind Kind, key string) string {
	sum := sha256.Sum256([]byte(string(kind) + ":" + key))
	text := base32.StdEncoding.EncodeToString(sum[:5])
	return prefixes[kind] + "-" + strings.NewReplacer("O", "8", "I", "9").Replace(text[:4]+"-"+text[4:])
}
