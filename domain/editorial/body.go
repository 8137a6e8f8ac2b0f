package editorial

// BodyKind is a kind of documents whose modules are read apart from their lists.
type BodyKind string

// The kinds of documents with a body.
const (
	StoryBody        BodyKind = "story"
	MediaReleaseBody BodyKind = "media-release"
)

// Body contains the modules of a story or media release; none for a document that does not exist.
type Body struct{ Modules []Module }
