package app_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
	"go.opentelemetry.io/otel"
	collogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	colmetrics "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	coltrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"strand/domain/form"
	"strand/gql"
	"strand/internal/telemetry"
	"strand/test/logtest"
)

// collector receives OTLP over HTTP and keeps it as text, by path.
type collector struct {
	*httptest.Server
	mu       sync.Mutex
	received map[string][]string
}

func startCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{received: map[string][]string{}}
	c.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		message := map[string]proto.Message{
			"/v1/traces":  &coltrace.ExportTraceServiceRequest{},
			"/v1/metrics": &colmetrics.ExportMetricsServiceRequest{},
			"/v1/logs":    &collogs.ExportLogsServiceRequest{},
		}[r.URL.Path]
		body, err := io.ReadAll(r.Body)
		if message == nil || err != nil || proto.Unmarshal(body, message) != nil {
			t.Errorf("%s: %v", r.URL.Path, err)
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.received[r.URL.Path] = append(c.received[r.URL.Path], protojson.Format(message))
	}))
	t.Cleanup(c.Close)
	return c
}

// text returns what was received at a path.
func (c *collector) text(path string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.received[path], "\n")
}

// markers are values that occur nowhere else, by what they were sent as.
type markers struct {
	mu     sync.Mutex
	sentAs []string
}

var marker = regexp.MustCompile(`(?i)zq\d{6}x`)

// next returns a new value.
func (m *markers) next(as string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sentAs = append(m.sentAs, as)
	return fmt.Sprintf("zq%06dx", len(m.sentAs)-1)
}

// fill returns a copy of a value of a variable whose free texts are markers.
func (m *markers) fill(as string, value any) any {
	switch value := value.(type) {
	case string:
		if value == "x" {
			return m.next(as)
		}
	case []any:
		filled := make([]any, len(value))
		for i, v := range value {
			filled[i] = m.fill(as, v)
		}
		return filled
	case map[string]any:
		filled := map[string]any{}
		for k, v := range value {
			filled[k] = m.fill(as+"."+k, v)
		}
		return filled
	}
	return value
}

// find reports the markers in a text, each once.
func (m *markers) find(t *testing.T, where, text string) {
	t.Helper()
	seen := map[string]bool{}
	for _, at := range marker.FindAllStringIndex(text, -1) {
		found := strings.ToLower(text[at[0]:at[1]])
		var number int
		if _, err := fmt.Sscanf(found, "zq%06dx", &number); err != nil || number >= len(m.sentAs) || seen[found] {
			continue
		}
		seen[found] = true
		if len(seen) <= 20 {
			t.Errorf("%s contains %s: …%s…", where, m.sentAs[number],
				text[max(0, at[0]-150):min(len(text), at[1]+50)])
		}
	}
	if len(seen) > 20 {
		t.Errorf("%s contains %d values", where, len(seen))
	}
}

// TestPrivacy: no span, metric or event of the log contains a value that a caller has sent: variables and literals of
// every field of the graph, fields of forms, passwords, codes, tokens, file names, search words, addresses.
//
// Rules: ERR-32, ERR-33.
func TestPrivacy(t *testing.T) {
	receiver := startCollector(t)
	for name, value := range map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": receiver.URL, "OTEL_EXPORTER_OTLP_COMPRESSION": "none",
		"OTEL_BSP_MAX_QUEUE_SIZE": "1000000", "OTEL_BLRP_MAX_QUEUE_SIZE": "1000000",
	} {
		t.Setenv(name, value)
	}
	meters, tracers := otel.GetMeterProvider(), otel.GetTracerProvider()
	t.Cleanup(func() { otel.SetMeterProvider(meters); otel.SetTracerProvider(tracers) })
	measured, err := telemetry.Start(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	local := &logtest.Log{}
	s := prepare(t, "../demo/content", append(screenOperations(t),
		"STRAND_CONTENT_DIR=../demo/content", "STRAND_EDITOR_PASSWORD=editor", webhookSecret)...)
	s.log = measured.Logger(slog.New(telemetry.LogHandler(
		slog.NewJSONHandler(local, &slog.HandlerOptions{Level: slog.LevelDebug}),
	)))
	s.serve(t)

	m := &markers{}
	headers := map[string][]string{
		"anonymous": nil, "editor": {"Cookie", s.editorCookie(t)},
		"customer": {"Authorization", "Bearer " + s.signedIn(t, "customer")},
		"admin":    {"Authorization", "Bearer " + s.signedIn(t, "admin")},
	}
	s.sendMarkedForms(t, m) // before the limit of forms is reached
	s.sendMarkedOperations(t, m, headers)
	s.sendMarkedRequests(t, m, headers)

	w := httptest.NewRecorder()
	measured.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	s.stop(t)
	measured.Close(context.Background())
	m.find(t, "the log", local.String())
	m.find(t, "/metrics", w.Body.String())
	for _, signal := range []string{"/v1/traces", "/v1/metrics", "/v1/logs"} {
		m.find(t, signal, receiver.text(signal))
	}
	// What the test looks for is there at all.
	for where, want := range map[string]string{
		"/v1/traces": `"SubmitForm"`, "/v1/metrics": `"strand.upstream.duration"`, "/v1/logs": `"form_accepted"`,
	} {
		if !strings.Contains(receiver.text(where), want) {
			t.Errorf("%s lacks %s", where, want)
		}
	}
	if !strings.Contains(receiver.text("/v1/logs"), `"OSS_REQUEST"`) ||
		strings.Contains(receiver.text("/v1/logs"), "unhandled:") {
		t.Error("an exported event has no plain text for the kind of a form")
	}
	if len(m.sentAs) < 500 {
		t.Errorf("only %d values were sent", len(m.sentAs))
	}
}

// sendMarkedOperations sends all fields of the graph with markers, as variables and as literals.
func (s *strand) sendMarkedOperations(t *testing.T, m *markers, headers map[string][]string) {
	t.Helper()
	schema := gql.NewExecutableSchema(gql.Config{}).Schema()
	callers := []string{"anonymous", "customer", "admin", "editor"}
	for i, try := range inputAttempts(schema) {
		filled := m.fill(try.name, try.variables).(map[string]any)
		if text, _ := json.Marshal(filled); !marker.Match(text) {
			continue
		}
		isMutation := strings.HasPrefix(try.operation, "mutation")
		for at, caller := range callers {
			if !isMutation && at != i%len(callers) {
				continue // each query once
			}
			filled := m.fill(try.name+" as "+caller, try.variables).(map[string]any)
			if input, ok := filled["input"].(map[string]any); ok && input["idempotencyKey"] == "KEY" {
				input["idempotencyKey"] = fmt.Sprintf("privacy-%s-%012d", caller, i)
			}
			s.sendWith(t, "/graphql", try.operation, filled, headers[caller]...)
			if isMutation {
				s.sendOperation(t, "/graphql", inlined(t, schema, try.operation, filled), headers[caller]...)
			}
		}
	}
	// Passwords that do not follow the rules, and that do.
	for _, password := range []string{"%s", "%s-A long password 1"} {
		variables := map[string]any{"input": map[string]any{
			"presentPassword": fmt.Sprintf(password, m.next("presentPassword")),
			"nextPassword":    fmt.Sprintf(password, m.next("nextPassword")),
		}}
		const operation = `mutation ChangePassword($input: ChangePasswordInput!) {
			changePassword(input: $input) { __typename } }`
		for _, caller := range callers {
			s.sendWith(t, "/graphql", operation, variables, headers[caller]...)
			s.sendOperation(t, "/graphql", inlined(t, schema, operation, variables), headers[caller]...)
		}
	}
	// Operations that are refused quote what is wrong.
	for _, operation := range []string{
		`{ newsFeed(first: "` + m.next("a literal of a wrong type") + `") { totalCount } }`,
		`{ product(slug: "` + m.next("an unclosed literal") + ` }`,
	} {
		s.sendOperation(t, "/graphql", operation)
	}
	s.sendWith(t, "/graphql", `query($v: Int) { newsFeed(first: $v) { edges { cursor } } }`,
		map[string]any{"v": m.next("a variable of a wrong type")})
	s.get(t, "localhost", "/graphql?"+url.Values{
		"query":     {`query($v: String!) { resolve(url: $v) { __typename } }`},
		"variables": {`{"v":"http://localhost/en?x=` + m.next("variables in a URL") + `"}`},
	}.Encode(), "Accept", "application/json")
}

// inlined returns an operation with the values of its variables as literals.
func inlined(t *testing.T, schema *ast.Schema, operation string, variables map[string]any) string {
	t.Helper()
	document, errs := gqlparser.LoadQueryWithRules(schema, operation, rules.NewDefaultRules())
	if errs != nil {
		t.Fatal(errs)
	}
	for _, variable := range document.Operations[0].VariableDefinitions {
		text := literal(schema, variable.Type, variables[variable.Variable])
		for _, end := range []string{",", ")"} {
			operation = strings.ReplaceAll(operation, ": $"+variable.Variable+end, ": "+text+end)
		}
	}
	at, end := strings.Index(operation, "("), strings.Index(operation, ") {")
	return operation[:at] + operation[end+1:]
}

// literal returns a value in the syntax of GraphQL.
func literal(schema *ast.Schema, kind *ast.Type, value any) string {
	switch value := value.(type) {
	case []any:
		texts := make([]string, len(value))
		for i, v := range value {
			texts[i] = literal(schema, kind.Elem, v)
		}
		return "[" + strings.Join(texts, ", ") + "]"
	case map[string]any:
		var texts []string
		for _, field := range schema.Types[kind.NamedType].Fields {
			if v, ok := value[field.Name]; ok {
				texts = append(texts, field.Name+": "+literal(schema, field.Type, v))
			}
		}
		return "{" + strings.Join(texts, ", ") + "}"
	case string:
		if kind.Elem == nil && schema.Types[kind.NamedType].Kind == ast.Enum {
			return value
		}
	}
	text, _ := json.Marshal(value)
	return string(text)
}

// sendMarkedForms sends every form with markers: through the graph, and as browsers without JavaScript do.
func (s *strand) sendMarkedForms(t *testing.T, m *markers) {
	t.Helper()
	file := s.upload(t, m.next("the name of an upload")+".png", picture(100))
	schema := gql.NewExecutableSchema(gql.Config{}).Schema()
	const operation = `mutation SubmitForm($input: SubmitFormInput!) {
		submitForm(input: $input) { submission { reference } userErrors { field } } }`
	for i, kind := range []form.Kind{
		form.OSSRequest, form.ServiceRequest, form.Whitepaper, form.StoryFeedback, form.ProductFeedback,
		form.ProductRequest,
	} {
		for _, isValid := range []bool{false, true} {
			var values []any
			for _, f := range form.Of(kind).Fields {
				value := m.next(string(kind) + "." + f.Name)
				switch {
				case f.Type == form.Email:
					value += "@example.com"
				case isValid && f.Type == form.Country:
					value = "CH"
				case isValid && f.Type == form.Telephone:
					value = "+41 41 555 00 00"
				case isValid && f.Type == form.Text && f.Pattern != "":
					value = "50,000"
				case isValid && f.Type == form.Choice:
					value = f.Options[0]
				case isValid && f.Type == form.Checkbox:
					value = "true"
				case isValid && f.Type == form.Files:
					value = file[strings.LastIndexByte(file, '/')+1:]
				}
				values = append(values, map[string]any{"name": f.Name, "value": value})
			}
			input := map[string]any{
				"kind": string(kind), "locale": "en", "values": values,
				"idempotencyKey": fmt.Sprintf("privacy-of-forms-%d-%t", i, isValid),
			}
			variables := map[string]any{"input": input}
			s.sendWith(t, "/graphql", operation, variables)
			input["idempotencyKey"] = fmt.Sprintf("privacy-of-literals-%d-%t", i, isValid)
			s.sendOperation(t, "/graphql", inlined(t, schema, operation, variables))
		}
	}
	for _, sent := range [][]string{serviceRequest, {"firstName", "", "email", ""}} {
		values := slices.Clone(sent)
		for i := 1; i < len(values); i += 2 {
			switch values[i-1] {
			case "country", "requestedService":
			case "email":
				values[i] = m.next("a plain form's email") + "@example.com"
			default:
				values[i] = m.next("a plain form's " + values[i-1])
			}
		}
		for _, name := range []string{".png", ".exe"} {
			file := plainFile{m.next("the name of a form's file") + name, bytes.NewReader(picture(100))}
			answer, _ := s.sendPlain(t, servicePage, []plainFile{file}, nil, values...)
			if location := answer.Header.Get("Location"); location != "" {
				s.get(t, "localhost", location)
			}
		}
		s.send(t, http.MethodPost, servicePage, "application/x-www-form-urlencoded", urlEncoded(values))
	}
}

// send sends a body.
func (s *strand) send(t *testing.T, method, path, contentType, body string, headers ...string) {
	t.Helper()
	r, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "localhost"
	r.Header.Set("Content-Type", contentType)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	s.do(t, r)
}

// sendMarkedRequests sends markers to everything that is not the graph.
func (s *strand) sendMarkedRequests(t *testing.T, m *markers, headers map[string][]string) {
	t.Helper()
	for _, path := range []string{
		"/en?utm_source=%s", "/en/products?q=%s", "/en/search?q=%s", "/en/none?q=%s", "/en/callback?code=%s&state=a",
		"/callback?state=%s", "/callback/?code=%s", "/blank-callback?code=%s", "/en/contact/service-request?sent=a.%s",
		"/en/_payload.json?q=%s", "/en/search/_payload.json?q=%s", "/editor-preview/main@%s/en",
		"/api/locale?locale=en&url=/en?q=%s", "/api/locale?locale=%s&url=/en", "/api/tickets/files/a?access=%s",
		"/api/events/a.ics?locale=%s", "/en/mykomax/tickets/t?access=%s", "/style-guide?theme=%s", "/en?url=%s",
		"/images/original/a.png?token=%s", "/_site.json?v=%s",
	} {
		value := m.next(path)
		s.get(t, "localhost", fmt.Sprintf(path, value),
			"User-Agent", m.next("User-Agent"), "Referer", "http://localhost/"+m.next("Referer"),
			"X-Forwarded-For", m.next("X-Forwarded-For"), "Baggage", "user="+m.next("Baggage"),
			"Cookie", "strand-editor="+m.next("a cookie"), "Accept-Language", "en,"+m.next("Accept-Language"))
		s.get(t, "localhost", "/en", "Authorization", "Bearer "+m.next("a token"))
	}
	encoded := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	token := encoded(`{"alg":"RS256"}`) + "." + encoded(`{"sub":"`+m.next("the user of a token")+`","iss":"`+
		m.next("the issuer of a token")+`","aud":"`+m.next("the audience of a token")+`"}`) +
		"." + m.next("a signature")
	s.sendOperation(t, "/graphql", `{ tickets(first: 1) { totalCount } }`, "Authorization", "Bearer "+token)
	const urlencoded, isJSON = "application/x-www-form-urlencoded", "application/json"
	s.send(t, http.MethodPost, "/api/backchannel-logout", urlencoded, "logout_token="+token)
	s.send(t, http.MethodPost, "/api/backchannel-logout", urlencoded, "logout_token="+m.next("a logout token"))
	for _, body := range []string{`{"input":"%s"}`, `{"hash":"%s"}`, `{"%s"`} {
		s.send(t, http.MethodPost, editorLoginPath, isJSON, fmt.Sprintf(body, m.next("an editor's password")))
	}
	s.send(t, http.MethodPost, editorLoginPath, urlencoded, "input="+m.next("an editor's password")+"&url=/en")
	for _, page := range []string{"guests", "none"} {
		s.enterPassword(t, page, m.next("the password of a gate"))
	}
	s.enterPassword(t, m.next("the page of a gate"), "x")
	for _, path := range []string{"search", "suggest"} {
		for _, body := range []string{
			`{"localeCode":"en","siteSlug":"main","query":"%s","page":1}`, `{"localeCode":"%s","query":1}`,
		} {
			s.send(t, http.MethodPost, "/api/search-proxy/"+path, isJSON, fmt.Sprintf(body, m.next("search words")))
		}
	}
	for _, body := range []string{
		`{"documentId":"GetTicket","variables":{"id":"%s"}}`, `{"documentId":"%s","variables":{}}`, `{"%s"`,
	} {
		for _, caller := range []string{"anonymous", "customer"} {
			s.send(t, http.MethodPost, "/api/tickets-proxy", isJSON, fmt.Sprintf(body, m.next("a call of the proxy")),
				headers[caller]...)
		}
	}
	s.send(t, http.MethodPost, "/api/webhooks/cms", isJSON, `{"data":{"title":"`+m.next("a webhook")+`"}}`,
		"gcms-signature", "sign="+m.next("the signature of a webhook")+", env=main, t=1")
	s.webhook(t, "cms", "Asset", "any")
	for _, metadata := range []string{"filename ", "filetype ", "note "} {
		s.send(t, http.MethodPost, "/api/uploads/", "text/plain", "", "Tus-Resumable", "1.0.0", "Upload-Length", "10",
			"Upload-Metadata", metadata+base64.StdEncoding.EncodeToString([]byte(m.next("metadata of an upload"))))
	}
	s.send(t, http.MethodPatch, "/api/uploads/"+m.next("the id of an upload"), "application/offset+octet-stream", "a",
		"Tus-Resumable", "1.0.0", "Upload-Offset", "0")
	for _, path := range []string{"/api/editor-preview-link", "/api/draft-proxy"} {
		s.send(t, http.MethodPost, path, isJSON, `{"query":"{ `+m.next("a draft")+` }","url":"`+
			m.next("the URL of a preview")+`"}`, headers["editor"]...)
	}
}
