package editorarea

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"strand/domain/editor"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
)

// previewLinks serves POST /api/editor-preview-link for editors. The body is a JSON object with the path of a preview
// as `url`; the answer is a URL that opens this preview without the editor's cookie, read-only and for
// editor.PreviewTokenLifetime.
type previewLinks struct{ visitors visitor.Reader }

func (l previewLinks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !l.visitors.IsEditor(r) {
		respond.JSONError(w, r, errNoEditor)
		return
	}
	var input struct {
		URL string `json:"url"`
	}
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxEditorLogin)).Decode(&input)
	below, isPreview := strings.CutPrefix(input.URL, editor.PreviewPrefix)
	segment, path, _ := strings.Cut(below, "/")
	previewed, ok := editor.ParsePreviewContext(segment)
	if err != nil || !isPreview || !ok {
		respond.JSONError(
			w,
			r,
			apperr.New(apperr.Invalid, "body: send a JSON object with the path of a preview as `url`"),
		)
		return
	}
	var until time.Time
	previewed.Token, until = l.visitors.Editors.PreviewToken(previewed.String(), time.Now())
	scheme, host := l.visitors.Origin(r)
	respond.JSON(w, http.StatusOK, map[string]any{
		"url": scheme + "://" + host + previewed.Base() + "/" + path, "until": until.UTC().Format(time.RFC3339),
	})
}
