package form

import "strings"

// FileLimits bound the files that come with a form.
type FileLimits struct {
	// MaxSize of one file, in bytes.
	MaxSize int
	// MaxCount is how many files come with one form at most.
	MaxCount int
	// MediaTypes are what is taken, such as `image/*`.
	MediaTypes []string
}

// Attachments are pictures and films of a machine (FORM-31).
var Attachments = FileLimits{MaxSize: 100 << 20, MaxCount: 10, MediaTypes: []string{"image/*", "video/*"}}

// Takes says whether files of a media type are taken. A picture that can run scripts is none here.
func (l FileLimits) Takes(mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, "/")
	for _, t := range l.MediaTypes {
		if t == mediaType || t == kind+"/*" {
			return !strings.HasPrefix(mediaType, "image/svg")
		}
	}
	return false
}

// FileIDs are the ids of uploads that the value of a field of files names, separated by commas.
func FileIDs(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
}
