package edge

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"strand/domain/access"
	"strand/domain/portal"
	"strand/internal/apperr"
	"strand/internal/outbound"
	"strand/upstream/sisportal"
)

// maxTicketCall bounds what is sent through the tickets proxy, in bytes.
const maxTicketCall = 1 << 20

// sisConnectTimeout is how long connecting to sis may take.
const sisConnectTimeout = 10 * time.Second

// sisAnswerTimeout is how long sis may take to begin an answer.
const sisAnswerTimeout = 30 * time.Second

// toSIS carries what is passed on.
var toSIS = func() http.RoundTripper {
	transport := outbound.NewTransport(sisConnectTimeout)
	transport.ResponseHeaderTimeout = sisAnswerTimeout
	return otelhttp.NewTransport(transport)
}()

// maxTicketPart is how many entries of a list may be asked for at once, as in the graph.
const maxTicketPart = 100

// ticketsProxy passes authenticated ticket calls on to sis, so that browsers need not know where it is (CALL-9): the
// persisted operations on tickets, for callers who show an id token, and the files of tickets, which an address of the
// graph opens by itself.
type ticketsProxy struct {
	passes access.Key
	tokens SignIn
	files  fileAccess
	sis    *sisportal.Reader
	log    *slog.Logger
}

// calls passes an operation on. Others than those on tickets are refused: what the graph allows by roles, counts or
// limits must not be reached around it.
func (p *ticketsProxy) calls(w http.ResponseWriter, r *http.Request) {
	_, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if p.userOf(w, r, token, portal.TicketHolder) == nil {
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxTicketCall))
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		http.Error(w, "The body is larger than 1 MiB.", http.StatusRequestEntityTooLarge)
		return
	case err != nil:
		return // the visitor is gone
	}
	sent, problem := ticketCall(body)
	if problem != nil {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		writeJSON(w, http.StatusBadRequest, map[string]any{"errors": []any{map[string]any{
			"message": problem.Message, "extensions": map[string]string{"code": string(problem.Code)},
		}}})
		return
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(sent)), int64(len(sent))
	p.pass(w, r, token, "", nil)
}

// ticketCall is what is sent to sis for a call of the proxy: `documentId` is the name of an operation on tickets, or
// `query` its text.
func ticketCall(body []byte) ([]byte, *apperr.Error) {
	var call struct {
		DocumentID string         `json:"documentId"`
		Query      string         `json:"query"`
		Variables  map[string]any `json:"variables"`
	}
	if err := json.Unmarshal(body, &call); err != nil {
		return nil, apperr.New(apperr.Invalid, "the body is no GraphQL request")
	}
	name, query, ok := sisportal.TicketOperation(call.DocumentID, call.Query)
	if !ok {
		if call.DocumentID != "" {
			return nil, apperr.New(apperr.PersistedQueryNotFound, "PersistedQueryNotFound")
		}
		return nil, apperr.New(
			apperr.PersistedQueryOnly,
			"only the persisted operations on tickets are answered: send the documentId of one",
		)
	}
	if first, has := call.Variables["first"]; has {
		if n, ok := first.(float64); !ok || n < 1 || n > maxTicketPart {
			return nil, apperr.New(apperr.Invalid, "first: from 1 to %d", maxTicketPart)
		}
	}
	sent, err := json.Marshal(map[string]any{"query": query, "operationName": name, "variables": call.Variables})
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "the variables are no JSON")
	}
	return sent, nil
}

// file passes a file of a ticket on, or a part of it.
func (p *ticketsProxy) file(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	token, ok := portal.UnsealFile(p.passes, id, r.URL.Query().Get(portal.ParamPass))
	if !ok {
		http.Error(w, "This address opens nothing.", http.StatusForbidden)
		return
	}
	if p.holderOf(w, r, token, portal.TicketHolder) == nil {
		return
	}
	p.pass(w, r, token, "/files/"+url.PathEscape(id), func(answer *http.Response) {
		contain(answer)
		if answer.StatusCode < http.StatusMultipleChoices || answer.StatusCode == http.StatusNotModified {
			// A browser that kept it asks whether the token is still good.
			answer.Header.Set("Cache-Control", "private, no-cache")
		}
	})
}

// holderOf is the user of the pass of an address, whose browser asks, and who is of an audience; nil for any other caller,
// who was answered.
func (p *ticketsProxy) holderOf(
	w http.ResponseWriter,
	r *http.Request,
	token string,
	audience portal.Audience,
) *portal.User {
	user := p.userOf(w, r, token, audience)
	if user == nil || !p.files.opens(w, r, user) {
		return nil
	}
	return user
}

// userOf is the user of a token who is of an audience; nil for any other caller, who was answered.
func (p *ticketsProxy) userOf(
	w http.ResponseWriter,
	r *http.Request,
	token string,
	audience portal.Audience,
) *portal.User {
	user, err := p.tokens.Tokens.User(r.Context(), token, r.Header.Get(accessTokenHeader))
	switch {
	case apperr.CodeOf(err) == apperr.Unauthenticated:
		http.Error(w, "Sign in again.", http.StatusUnauthorized)
	case err != nil:
		p.log.ErrorContext(r.Context(), "a token cannot be verified", "error", err)
		http.Error(
			w,
			"The identity server cannot be reached. Please try again in a moment.",
			http.StatusServiceUnavailable,
		)
	case !user.Belongs(audience):
		http.Error(w, "Your roles do not allow this.", http.StatusForbidden)
	default:
		return user
	}
	return nil
}

// passedHeaders are the headers of an answer of sis that browsers get: what describes its body. All others are this server's.
var passedHeaders = []string{
	"Accept-Ranges", "Content-Disposition", "Content-Encoding", "Content-Length", "Content-Range", "Content-Type", "Etag",
	"Last-Modified", "Retry-After", "Vary",
}

// pass sends a request to a path below the endpoint of sis. What the browser says of itself stays here.
func (p *ticketsProxy) pass(w http.ResponseWriter, r *http.Request, token, path string, modify func(*http.Response)) {
	target, err := url.Parse(p.sis.Endpoint() + path)
	if err != nil {
		p.log.ErrorContext(r.Context(), "the endpoint of sis is no address", "error", err)
		http.Error(w, "This cannot be read now.", http.StatusInternalServerError)
		return
	}
	proxy := httputil.ReverseProxy{
		Transport: toSIS,
		Rewrite: func(sent *httputil.ProxyRequest) {
			sent.Out.URL, sent.Out.Host = target, ""
			kept := http.Header{}
			for _, name := range []string{"Accept", "Content-Type", "Range", "If-Range", "If-None-Match", "If-Modified-Since"} {
				if value := sent.In.Header.Get(name); value != "" {
					kept.Set(name, value)
				}
			}
			for name, values := range p.sis.Headers(token) {
				kept[name] = values
			}
			sent.Out.Header = kept
		},
		ModifyResponse: func(answer *http.Response) error {
			maps.DeleteFunc(answer.Header, func(name string, _ []string) bool { return !slices.Contains(passedHeaders, name) })
			answer.Header.Set("Cache-Control", "private, no-store")
			if modify != nil {
				modify(answer)
			}
			// The proxy adds these to those that every response has.
			for name := range answer.Header {
				w.Header().Del(name)
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() != nil {
				return // the visitor is gone
			}
			p.log.ErrorContext(r.Context(), "sis cannot be reached for a ticket", "error", err)
			http.Error(
				w,
				"We apologize: this cannot be read now. Please try again later or contact our support.",
				http.StatusBadGateway,
			)
		},
	}
	proxy.ServeHTTP(w, r)
}
