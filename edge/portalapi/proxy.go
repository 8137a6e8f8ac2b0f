// Package portalapi serves what the customer portal reads beside the graph: files of tickets, software, exports, and
// the tickets proxy.
package portalapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/signedtoken"
	"strand/domain/ticketing"
	"strand/edge/filetype"
	"strand/edge/graph"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/outbound"
	"strand/internal/ratelimit"
	"strand/internal/slots"
	"strand/internal/telemetry"
	portalservice "strand/service/portal"
	"strand/service/website/visit"
	"strand/upstream/sisportal"
)

// maxTicketBody bounds the body of a call of the tickets proxy, in bytes.
const maxTicketBody = 1 << 20

// sisConnectTimeout is how long connecting to sis may take.
const sisConnectTimeout = 10 * time.Second

// sisAnswerTimeout is how long sis may take to begin an answer.
const sisAnswerTimeout = 30 * time.Second

// newSISTransport returns the transport of the proxy.
func newSISTransport(portal *sisportal.Reader) http.RoundTripper {
	transport := outbound.NewTransport(sisConnectTimeout)
	transport.ResponseHeaderTimeout = sisAnswerTimeout
	return telemetry.Transport(sisportal.System, portal.Over(transport))
}

// maxTicketPageSize is the highest page size of a list, as in the graph.
const maxTicketPageSize = 100

// Area has the URLs of files and exports of the customer portal, and of the tickets proxy.
type Area struct {
	Files      FileAccess
	SignIn     visitor.SignIn
	SigningKey signedtoken.Key
	// Portal reads from sis on behalf of the signed-in user.
	Portal *sisportal.Reader
	// Pages has the names of products for exports.
	Pages *portalservice.Pages
	// CountTicket counts a ticket of a user, and refuses it above the limit.
	CountTicket func(ctx context.Context, userID string) *apperr.Error
	// Limits make the limits of downloads and exports.
	Limits ratelimit.Limits
	// Slots are those of the graph: an operation takes a slot of its user here, too, and waits for one within the
	// budget.
	Slots  *slots.Slots
	Budget time.Duration
	Log    *slog.Logger
}

// Mount registers the URLs.
func (a Area) Mount(mux *http.ServeMux) {
	mux.Handle("POST "+portal.FileAccessPath, a.Files.visitors.SameOrigin(http.HandlerFunc(a.Files.renew)))
	tickets := &sisProxy{a, newSISTransport(a.Portal)}
	mux.HandleFunc("POST "+ticketing.TicketsProxyPath, tickets.calls)
	mux.HandleFunc("GET "+ticketing.FilesPath+"{id}", tickets.file)
	mux.HandleFunc("GET "+portalservice.TicketExportPath, newTicketFiles(tickets).tickets)
	machines := newInventoryFiles(tickets)
	mux.HandleFunc("GET "+inventory.SoftwarePath+"{id}", machines.software)
	mux.HandleFunc("GET "+portalservice.MachineExportPath, machines.machines)
	users := newUserFiles(tickets)
	mux.HandleFunc("GET "+portalservice.UserExportPath, users.users)
	mux.HandleFunc("GET "+portalservice.AuditExportPath, users.audit)
	mux.HandleFunc("GET "+portalservice.MachineTemplatePath, tickets.template(list{
		"machines", "portal.service.INVENTORY.title", portalservice.MachineTemplate,
	}))
	mux.HandleFunc("GET "+portalservice.InvitationTemplatePath, tickets.template(list{
		"invitations", "users.invite", portalservice.InvitationTemplate,
	}))
}

// sisProxy forwards authenticated ticket calls to sis, whose URL browsers do not get (CALL-9): the persisted operations
// on tickets for callers with an ID token, and the files of tickets at URLs of the graph that contain a signed token.
type sisProxy struct {
	Area
	transport http.RoundTripper
}

// calls forwards an operation. It refuses operations that do not concern tickets, so that the graph's roles and
// limits cannot be bypassed.
func (p *sisProxy) calls(w http.ResponseWriter, r *http.Request) {
	_, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	user := p.requireUser(w, r, token, portal.TicketHolder)
	if user == nil {
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxTicketBody))
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		http.Error(w, "The body is larger than 1 MiB.", http.StatusRequestEntityTooLarge)
		return
	case err != nil:
		return // the visitor has disconnected
	}
	name, sent, problem := ticketCall(body)
	if problem != nil {
		refuseCall(w, r, http.StatusBadRequest, problem)
		return
	}
	if name == createTicket {
		if problem := p.CountTicket(r.Context(), user.ID); problem != nil {
			refuseCall(w, r, http.StatusTooManyRequests, problem)
			return
		}
	}
	waiting, cancel := context.WithTimeout(r.Context(), p.Budget)
	defer cancel()
	leave, err := p.Slots.Enter(waiting, graph.LimitCaller(&visit.Request{User: user}))
	if err != nil {
		if r.Context().Err() == nil {
			refuseCall(w, r, http.StatusTooManyRequests, slots.ErrBusy)
		}
		return
	}
	defer leave()
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(sent)), int64(len(sent))
	p.forward(w, r, token, "", nil)
}

// refuseCall answers a call that is not forwarded, in the form of sis.
func refuseCall(w http.ResponseWriter, r *http.Request, status int, problem *apperr.Error) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", strconv.Itoa(respond.RetryAfter))
	}
	respond.JSON(w, status, map[string]any{"errors": []any{map[string]any{
		"message":    problem.Message,
		"extensions": respond.WithTraceID(r.Context(), map[string]string{"code": string(problem.Code)}),
	}}})
}

// createTicket is the name of the operation that creates a ticket.
const createTicket = "CreateTicket"

// ticketCall returns the operation and the body for sis of a call of the proxy: `documentId` is the name of an
// operation on tickets, or `query` its text.
func ticketCall(body []byte) (name string, sent []byte, problem *apperr.Error) {
	var call struct {
		DocumentID string         `json:"documentId"`
		Query      string         `json:"query"`
		Variables  map[string]any `json:"variables"`
	}
	if err := json.Unmarshal(body, &call); err != nil {
		return "", nil, apperr.New(apperr.Invalid, "body: send a GraphQL request")
	}
	name, query, ok := sisportal.TicketOperation(call.DocumentID, call.Query)
	if !ok {
		if call.DocumentID != "" {
			return "", nil, apperr.New(apperr.PersistedQueryNotFound, "PersistedQueryNotFound")
		}
		return "", nil, apperr.New(
			apperr.PersistedQueryOnly,
			"only persisted ticket operations are allowed: send the documentId of one",
		)
	}
	if first, has := call.Variables["first"]; has {
		if n, ok := first.(float64); !ok || n < 1 || n > maxTicketPageSize {
			return "", nil, apperr.New(apperr.Invalid, "first: send 1 to %d", maxTicketPageSize)
		}
	}
	sent, err := json.Marshal(map[string]any{"query": query, "operationName": name, "variables": call.Variables})
	if err != nil {
		return "", nil, apperr.New(apperr.Invalid, "variables: send a JSON object")
	}
	return name, sent, nil
}

// file sends a file of a ticket, or a range of it.
func (p *sisProxy) file(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	token, ok := ticketing.UnsealFile(p.SigningKey, id, r.URL.Query().Get(portal.ParamToken))
	if !ok {
		refuseLink(w)
		return
	}
	if p.requireFileUser(w, r, token, portal.TicketHolder) == nil {
		return
	}
	p.forward(w, r, token, "/files/"+url.PathEscape(id), func(answer *http.Response) {
		filetype.Restrict(answer)
		if answer.StatusCode < http.StatusMultipleChoices || answer.StatusCode == http.StatusNotModified {
			// Browsers may cache it, but must revalidate, so that the token is checked again.
			answer.Header.Set("Cache-Control", "private, no-cache")
		}
	})
}

// requireFileUser returns the user of a URL's signed token, who must be of an audience and send the request from the
// same browser. It is nil for any other caller, who has got the error response.
func (p *sisProxy) requireFileUser(
	w http.ResponseWriter,
	r *http.Request,
	token string,
	audience portal.Audience,
) *portal.User {
	user := p.requireUser(w, r, token, audience)
	if user == nil || !p.Files.requireFileCookie(w, r, user) {
		return nil
	}
	return user
}

// requireUser returns the user of a token, who must be of an audience; nil for any other caller, who has got the error
// response.
func (p *sisProxy) requireUser(
	w http.ResponseWriter,
	r *http.Request,
	token string,
	audience portal.Audience,
) *portal.User {
	user, err := p.SignIn.User(r.Context(), token, r.Header.Get(visitor.AccessTokenHeader))
	switch {
	case apperr.CodeOf(err) == apperr.Unauthenticated:
		http.Error(w, "Sign in again.", http.StatusUnauthorized)
	case err != nil:
		p.Log.ErrorContext(r.Context(), "token_verification_failed", "error", err)
		http.Error(w, respond.Unavailable, http.StatusServiceUnavailable)
	case !user.IsInAudience(audience):
		http.Error(w, "Your roles do not allow this.", http.StatusForbidden)
	default:
		return user
	}
	return nil
}

// forwardedHeaders are the headers of sis's response that browsers get: those that describe its body. All others are
// this server's.
var forwardedHeaders = []string{
	"Accept-Ranges", "Content-Disposition", "Content-Encoding", "Content-Length", "Content-Range", "Content-Type",
	"Etag",
	"Last-Modified", "Retry-After", "Vary",
}

// forward forwards a request to a path below the endpoint of sis, without the headers of the browser.
func (p *sisProxy) forward(
	w http.ResponseWriter,
	r *http.Request,
	token, path string,
	modify func(*http.Response),
) {
	target, err := p.Portal.URL(path)
	if err != nil {
		p.Log.ErrorContext(r.Context(), "sis_endpoint_invalid", "error", err)
		http.Error(w, respond.Unavailable, http.StatusInternalServerError)
		return
	}
	proxy := httputil.ReverseProxy{
		Transport: p.transport,
		Rewrite: func(sent *httputil.ProxyRequest) {
			sent.Out.URL, sent.Out.Host = target, ""
			headers := http.Header{}
			for _, name := range []string{
				"Accept", "Content-Type", "Range", "If-Range", "If-None-Match", "If-Modified-Since",
			} {
				if value := sent.In.Header.Get(name); value != "" {
					headers.Set(name, value)
				}
			}
			for name, values := range p.Portal.Headers(token) {
				headers[name] = values
			}
			sent.Out.Header = headers
		},
		ModifyResponse: func(answer *http.Response) error {
			maps.DeleteFunc(
				answer.Header,
				func(name string, _ []string) bool { return !slices.Contains(forwardedHeaders, name) },
			)
			answer.Header.Set("Cache-Control", "private, no-store")
			if modify != nil {
				modify(answer)
			}
			// The proxy adds the headers of sis to those set for every response.
			for name := range answer.Header {
				w.Header().Del(name)
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() != nil {
				return // the visitor has disconnected
			}
			p.Log.ErrorContext(r.Context(), "ticket_forwarding_failed", "error", err)
			http.Error(w, respond.Unavailable, http.StatusBadGateway)
		},
	}
	proxy.ServeHTTP(w, r)
}
