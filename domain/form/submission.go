package form

import (
	"crypto/sha256"
	"encoding/base32"
	"regexp"
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

// prefixes of references, by form.
var prefixes = map[Kind]string{OSSRequest: "OSS", ServiceRequest: "SR", Whitepaper: "WP", StoryFeedback: "FB"}

// Reference is what people name a submission by: short, without letters that look like figures, and always the same for the
// same key.
func Reference(kind Kind, key string) string {
	sum := sha256.Sum256([]byte(string(kind) + ":" + key))
	text := base32.StdEncoding.EncodeToString(sum[:5])
	return prefixes[kind] + "-" + strings.NewReplacer("O", "8", "I", "9").Replace(text[:4]+"-"+text[4:])
}
