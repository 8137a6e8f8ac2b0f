package editorarea

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/graph"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/service/website/visit"
	"strand/upstream/cms"
	"strand/upstream/transport"
)

// maxDraftBody bounds the body of a call of the draft proxy, in bytes.
const maxDraftBody = 64 << 10

type (
	// DraftReader executes operations of the CMS.
	DraftReader interface {
		Proxy(ctx context.Context, operation string, variables map[string]any, stage site.Stage, languages []string,
		) (json.RawMessage, error)
	}
	// GateKeeper reports the pages whose protection a caller has not passed.
	GateKeeper interface {
		LockedPages(ctx context.Context, ids []string, stage site.Stage) ([]string, error)
	}
)

// draftProxy serves POST /api/draft-proxy (CALL-24), by which editors read the CMS in the stage DRAFT, or in
// PUBLISHED if requested. It executes only the operations that the server itself uses, and returns protected pages
// only if the browser has passed their protection. The token of the CMS stays on the server.
type draftProxy struct {
	visitor.Sites
	drafts   DraftReader
	gates    GateKeeper
	requests graph.Requests
	budget   time.Duration
}

// draftCall is the body of a call: the operation by its name or the id of its document.
type draftCall struct {
	OperationName string         `json:"operationName"`
	DocumentID    string         `json:"documentId"`
	Variables     map[string]any `json:"variables"`
	Stage         site.Stage     `json:"stage"`
	// Languages are the locales to read in, best first. The default is the caller's preferences.
	Languages []string `json:"languages"`
}

func (p draftProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	req, err := p.requests(r)
	if err == nil && !req.Editor {
		err = apperr.New(apperr.Unauthenticated, "only editors may call this: log in to the editor area")
	}
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	var call draftCall
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxDraftBody)).Decode(&call); err != nil {
		if large := new(http.MaxBytesError); errors.As(err, &large) {
			message := map[string]string{"code": string(apperr.Invalid), "message": "The body is larger than 64 KiB."}
			respond.JSON(w, http.StatusRequestEntityTooLarge, map[string]any{"error": message})
			return
		}
		respond.JSONError(
			w,
			r,
			apperr.New(apperr.Invalid, "body: send a JSON object with operationName and variables"),
		)
		return
	}
	ctx, cancel := budget.Apply(budget.With(visit.WithRequest(r.Context(), req), p.budget))
	defer cancel()
	data, err := p.execute(ctx, req, call)
	if err != nil {
		if transport.IsInvalidRequest(err) {
			err = &apperr.Error{
				Code:    apperr.Invalid,
				Message: "the CMS refuses this request: check its variables",
				Cause:   err,
			}
		} else if apperr.CodeOf(err) == apperr.Internal {
			err = &apperr.Error{
				Code:    apperr.UpstreamUnavailable,
				Message: "drafts cannot be read now: try again later",
				Cause:   err,
			}
		}
		respond.JSONError(w, r, err)
		return
	}
	body, err := json.Marshal(map[string]json.RawMessage{"data": data})
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	encoding.Send(w, r, http.StatusOK, body)
}

// execute validates a call and executes its operation.
func (p draftProxy) execute(ctx context.Context, req *visit.Request, call draftCall) (json.RawMessage, error) {
	nameOrID := call.OperationName
	if call.DocumentID != "" {
		nameOrID = call.DocumentID
	}
	operation, ok := cms.ProxiedOperation(nameOrID)
	if !ok {
		return nil, apperr.New(apperr.Invalid, "operationName: this operation is not allowed here")
	}
	if call.Stage == "" {
		call.Stage = site.Draft
	}
	if call.Stage != site.Draft && call.Stage != site.Published {
		return nil, apperr.New(apperr.Invalid, "stage: send DRAFT or PUBLISHED")
	}
	dir, err := p.Directory(ctx)
	if err != nil {
		return nil, err
	}
	languages := call.Languages
	for _, code := range languages {
		if dir.Language(code) == nil {
			return nil, apperr.New(apperr.Invalid, "languages: unknown language %q", code)
		}
	}
	if len(languages) == 0 {
		locale := dir.LocaleOf(site.URL{Site: dir.Main()}, site.Preferences{AcceptLanguage: req.AcceptLanguage})
		languages = site.ContentLanguages(locale, req.FallbackLanguage)
	}
	if operation == cms.PagesOperation {
		if err := p.checkGates(ctx, call); err != nil {
			return nil, err
		}
	}
	return p.drafts.Proxy(ctx, operation, call.Variables, call.Stage, slices.Compact(languages))
}

// checkGates refuses calls that read pages whose protection the browser has not passed.
func (p draftProxy) checkGates(ctx context.Context, call draftCall) error {
	var ids []string
	list, ok := call.Variables["ids"].([]any)
	for _, v := range list {
		id, isText := v.(string)
		ok = ok && isText
		ids = append(ids, id)
	}
	if !ok || len(ids) == 0 || len(ids) > 100 {
		return apperr.New(apperr.Invalid, "variables.ids: send 1 to 100 ids of pages")
	}
	locked, err := p.gates.LockedPages(ctx, ids, call.Stage)
	if err != nil {
		return err
	}
	if len(locked) > 0 {
		return apperr.New(
			apperr.Forbidden,
			"variables.ids: the page %q is protected, open it in this browser first",
			locked[0],
		)
	}
	return nil
}
