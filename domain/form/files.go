package form

import "strings"

// FileLimits limit the files of a form.
type FileLimits struct {
	// MaxSize is the maximum size of one file, in bytes.
	MaxSize int
	// MaxCount is the maximum number of files of one submission.
	MaxCount int
	// MediaTypes are the accepted media types, such as `image/*`.
	MediaTypes []string
}

// Attachments are the limits of images and videos of a machine (FORM-31).
var Attachments = FileLimits{MaxSize: 100 << 20, MaxCount: 10, MediaTypes: []string{"image/*", "video/*"}}

// Documents are the limits of the documents of an application (FORM-46).
var Documents = FileLimits{MaxSize: Attachments.MaxSize, MaxCount: Attachments.MaxCount, MediaTypes: []string{
	"application/pdf", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "image/*",
}}

// AcceptsUpload reports whether any form accepts files of a media type. An upload begins before its form is known.
func AcceptsUpload(mediaType string) bool {
	return Attachments.Accepts(mediaType) || Documents.Accepts(mediaType)
}

// Accepts reports whether files of a media type are accepted. SVG images are not, because they can contain scripts.
func (l FileLimits) Accepts(mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, "/")
	for _, t := range l.MediaTypes {
		if t == mediaType || t == kind+"/*" {
			return !strings.HasPrefix(mediaType, "image/svg")
		}
	}
	return false
}

// FileIDs returns the ids of uploads in the value of a field of files; they are separated by commas.
func FileIDs(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
}
