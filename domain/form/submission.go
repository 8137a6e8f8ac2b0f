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

// Submission is what somebody sent in a form. It is kept as it is here until sis has it.
type Submission struct {
	Kind Kind
	// Key is the sender's own: the same key is the same submission.
	Key string
	// Reference is what people name the submission by.
	Reference string
	// Locale is as sis names it: `de-CH`.
	Locale string
	// Site is the technical name of the site that the form stood on.
	Site string
	// About is what the submission is about, such as the id of a story; empty for nothing.
	About       string
	Values      map[string]string
	Attachments []Attachment
	SubmittedAt time.Time
}

// Attachment is a file that came with a submission.
type Attachment struct {
	// ID is the upload's.
	ID, FileName, MediaType string
	// Size is bytes.
	Size int64
}

var keys = regexp.MustCompile(`^[0-9A-Za-z_-]{16,64}$`)

// IsKey says whether a text can be a sender's key: what others would not guess, such as a UUID.
func IsKey(text string) bool { return keys.MatchString(text) }

// DeriveKey makes the key of a submission whose sender could not make one: a form of HTML stands in a document that
// everybody is sent alike, so that a key in it would be everybody's. The same form with the same values has the same key. A
// second press of the button, a reload and a second look at the same page are therefore the same submission, for as long as
// submissions are remembered; whoever has more to say says something else. The secret keeps others from making a key before
// its sender does.
func DeriveKey(secret []byte, kind Kind, site, about string, values map[string]string) string {
	mac := hmac.New(sha256.New, secret)
	parts := []string{"form", string(kind), site, about}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, name, values[name])
	}
	for _, part := range parts {
		// The length keeps parts apart, whatever they hold.
		mac.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// prefixes of references, by form.
var prefixes = map[Kind]string{OSSRequest: "OSS", ServiceRequest: "SR", Whitepaper: "WP", StoryFeedback: "FB"}

// Reference is what people name a submission by: short, without letters that look like figures, and always the same for the
// same key.
func Reference(kind Kind, key string) string {
	sum := sha256.Sum256([]byte(string(kind) + ":" + key))
	text := base32.StdEncoding.EncodeToString(sum[:5])
	return prefixes[kind] + "-" + strings.NewReplacer("O", "8", "I", "9").Replace(text[:4]+"-"+text[4:])
}
