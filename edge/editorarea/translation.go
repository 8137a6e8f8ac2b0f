package editorarea

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"strand/domain/translation"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/budget"
	translationservice "strand/service/translation"
)

// Translations starts and resets translations of pages, and reports their progress.
type Translations interface {
	Pages(ctx context.Context, ids []string) (map[string]*translation.Page, error)
	Do(ctx context.Context, r translationservice.Request) ([]translationservice.Result, error)
}

// translationAPI serves GET /api/translation/state/{pageId}, /start/{pageId} and /reset/{pageId} (CALL-20) to
// authenticated editors. Starting and resetting apply to all targets of the page. Any page of the internet can send
// GET requests with the editor's cookie, so only requests from pages of this host are accepted.
type translationAPI struct {
	translations Translations
	visitors     visitor.Reader
	budget       time.Duration
}

func (a translationAPI) mount(mux *http.ServeMux) {
	mux.HandleFunc("/api/translation/state/{pageId}", a.serve(a.state))
	mux.HandleFunc("/api/translation/start/{pageId}", a.serve(a.do(translation.Start)))
	mux.HandleFunc("/api/translation/reset/{pageId}", a.serve(a.do(translation.Reset)))
}

// translationTarget is the JSON form of a target, with the names of the states (TRAN-1).
type translationTarget struct {
	ID               string     `json:"id"`
	Language         string     `json:"language"`
	TranslationState string     `json:"translationState"`
	ExportedAt       *time.Time `json:"exportedAt"`
	ImportedAt       *time.Time `json:"importedAt"`
	Problem          string     `json:"problem,omitempty"`
}

// translationAnswer is the response of all three URLs.
type translationAnswer struct {
	PageID      string `json:"pageId"`
	IsPublished bool   `json:"isPublished"`
	// TranslationState is null for a page without targets.
	TranslationState *string             `json:"translationState"`
	SourceLanguage   string              `json:"sourceLanguage"`
	TargetLanguages  []translationTarget `json:"targetLanguages"`
	// Changed are the languages whose state has changed; left out if there are none.
	Changed []string `json:"changed,omitempty"`
}

type translationCall func(ctx context.Context, page string) (*translation.Page, []string, error)

// serve executes a call and sends the progress of its page's translations.
func (a translationAPI) serve(call translationCall) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, no-store")
		if r.Method != http.MethodGet {
			w.Header().Set("Allow", http.MethodGet)
			respond.JSON(w, http.StatusMethodNotAllowed, map[string]any{"error": map[string]string{
				"code": string(apperr.Invalid), "message": "this address accepts only GET",
			}})
			return
		}
		if err := a.check(r); err != nil {
			respond.JSONError(w, r, err)
			return
		}
		ctx, cancel := budget.Apply(budget.With(r.Context(), a.budget))
		defer cancel()
		page, changed, err := call(ctx, r.PathValue("pageId"))
		if err != nil {
			respond.JSONError(w, r, err)
			return
		}
		respond.JSON(w, http.StatusOK, answerOf(page, changed))
	}
}

// check refuses requests from pages of other hosts, callers who are not editors, and query parameters.
func (a translationAPI) check(r *http.Request) error {
	switch {
	case !a.isSameOrigin(r):
		return apperr.New(apperr.Forbidden, "this address can only be requested from a page of this host")
	case !a.visitors.Request(r).Editor:
		return apperr.New(apperr.Unauthenticated, "only editors may call this: log in to the editor area")
	case r.URL.RawQuery != "":
		return apperr.New(
			apperr.Invalid,
			"this address has no parameters: it applies to the draft and all targets of the page",
		)
	}
	return nil
}

// isSameOrigin reports whether a script of a page of this host sent the request. Links, images and other elements of
// content do not count: browsers say what a response is for in Sec-Fetch-Dest. Older browsers, and browsers on insecure
// connections, send no such headers: only scripts send X-Requested-With, and no script of another host can.
func (a translationAPI) isSameOrigin(r *http.Request) bool {
	if r.Header.Get("Sec-Purpose") != "" || r.Header.Get("Purpose") != "" {
		return false
	}
	isOwn := func(rawURL string) bool {
		scheme, host := a.visitors.Origin(r)
		from, err := url.Parse(rawURL)
		return err == nil && from.Scheme == scheme && from.Host == host
	}
	switch from, to := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Fetch-Dest"); {
	case to != "" && to != "empty":
		return false
	case from == "":
		return isOwn(r.Header.Get("Origin")) ||
			r.Header.Get("X-Requested-With") != "" && isOwn(r.Header.Get("Referer"))
	default:
		return from == "same-origin"
	}
}

func (a translationAPI) state(ctx context.Context, id string) (*translation.Page, []string, error) {
	pages, err := a.translations.Pages(ctx, []string{id})
	if err == nil && pages[id] == nil {
		err = apperr.New(apperr.NotFound, "pageId: the page does not exist, check the id")
	}
	return pages[id], nil, err
}

func (a translationAPI) do(action translation.Action) translationCall {
	return func(ctx context.Context, id string) (*translation.Page, []string, error) {
		results, err := a.translations.Do(ctx, translationservice.Request{Action: action, Pages: []string{id}})
		if err != nil {
			return nil, nil, err
		}
		if results[0].Err != nil {
			return nil, nil, results[0].Err
		}
		return results[0].Page, results[0].Changed, nil
	}
}

func answerOf(p *translation.Page, changed []string) translationAnswer {
	answer := translationAnswer{
		PageID:          p.ID,
		IsPublished:     p.IsPublished,
		SourceLanguage:  p.SourceLanguage,
		TargetLanguages: []translationTarget{},
		Changed:         changed,
	}
	if state, ok := p.State(); ok {
		name := translation.Name(state)
		answer.TranslationState = &name
	}
	for _, t := range p.Targets {
		answer.TargetLanguages = append(answer.TargetLanguages, translationTarget{
			ID:               t.ID,
			Language:         t.Language,
			TranslationState: translation.Name(t.TranslationState),
			ExportedAt:       t.ExportedAt,
			ImportedAt:       t.ImportedAt,
			Problem:          t.Problem,
		})
	}
	return answer
}
