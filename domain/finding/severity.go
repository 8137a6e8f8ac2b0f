package finding

// Severity says what a finding means for visitors.
type Severity string

const (
	// Error is a finding by which visitors miss something, or see something wrong.
	Error Severity = "ERROR"
	// Warning is a finding by which visitors see something in place of the content.
	Warning Severity = "WARNING"
	// Note is a finding that only editors notice.
	Note Severity = "NOTE"
)

// Severities are all severities, the worst first.
var Severities = []Severity{Error, Warning, Note}

// severities maps kinds to their severity (REPO-15).
var severities = map[Kind]Severity{
	BrokenContract:      Error,
	DeadExternalLink:    Error,
	DeadFile:            Error,
	DeadLink:            Error,
	DeadRedirect:        Error,
	EmptyLink:           Error,
	EmptyModule:         Error,
	ForbiddenLink:       Error,
	HiddenImage:         Error,
	MissingReference:    Error,
	NotFound:            Error,
	RedirectLoop:        Error,
	ReplacedLink:        Error,
	SkippedHighlight:    Error,
	Unavailable:         Error,
	UnknownType:         Error,
	UnsupportedLanguage: Error,

	CleanedText:            Warning,
	CutRow:                 Warning,
	DanglingFigure:         Warning,
	InvalidValue:           Warning,
	LanguageFallback:       Warning,
	MissingAlternativeText: Warning,
	MissingImage:           Warning,
	NullText:               Warning,
	OutdatedTranslation:    Warning,

	OrphanPage:           Note,
	RedirectChain:        Note,
	UnfilterableValue:    Note,
	UntransformableImage: Note,
}

// Severity returns the severity of the kind.
func (k Kind) Severity() Severity { return severities[k] }

// Rank orders severities: the lower, the worse.
func (s Severity) Rank() int {
	for i, severity := range Severities {
		if s == severity {
			return i
		}
	}
	return len(Severities)
}
