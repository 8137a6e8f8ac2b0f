package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"strand/domain/editor"
)

// accessRun is a server with the tokens of all callers.
type accessRun struct {
	*strand
	tokens map[string]string
	// cookies contains the editors' cookies by caller, fileCookies the cookies that callers open their file URLs
	// with.
	cookies, fileCookies map[string]string
	keys                 int
}

// send sends an operation and returns the response without the id and the parts that differ in every response, and
// its error codes.
func (r *accessRun) send(t *testing.T, caller string, try accessAttempt, id string) (said string, codes []string) {
	t.Helper()
	r.keys++
	visible := userOfAdmin
	if caller == "helia" {
		visible = userOfHelia
	}
	replacer := strings.NewReplacer("TARGET", id, "KEY", fmt.Sprintf("access-key-%012d", r.keys), "VISIBLE", visible)
	query := replacer.Replace(try.query)
	status, text := http.StatusOK, ""
	switch {
	case try.path != "":
		status, text = r.call(t, caller, http.MethodPost, try.path, query)
	// The token of a deleted user is refused before the stream starts.
	case strings.HasPrefix(query, "subscription") && caller != "deleted":
		text = r.watch(t, r.tokens[caller], query, "Cookie", r.cookies[caller])()
	default:
		status, text = r.post(t, caller, query)
	}
	if status >= http.StatusInternalServerError {
		t.Errorf("%s as %s on %s: status %d", try.name, caller, id, status)
	}
	switch {
	case try.path == "":
	case status == http.StatusUnauthorized:
		return text, []string{"UNAUTHENTICATED"}
	case status == http.StatusForbidden:
		return text, []string{"FORBIDDEN"}
	}
	var got struct {
		Data   json.RawMessage
		Errors []struct {
			Extensions struct{ Code string }
		}
	}
	var whole any
	if err := errors.Join(json.Unmarshal([]byte(text), &got), json.Unmarshal([]byte(text), &whole)); err != nil {
		t.Fatalf("%s as %s: %s", try.name, caller, text)
	}
	for _, e := range got.Errors {
		codes = append(codes, e.Extensions.Code)
		if e.Extensions.Code == "INTERNAL" || e.Extensions.Code == "UPSTREAM_UNAVAILABLE" {
			t.Errorf("%s as %s on %s: %s", try.name, caller, id, text)
		}
	}
	for _, m := range userErrorCodes.FindAllStringSubmatch(string(got.Data), -1) {
		codes = append(codes, m[1])
	}
	if m := undoID.FindStringSubmatch(string(got.Data)); m != nil {
		r.post(t, caller, `mutation { undoUserChange(input: {id: "`+m[1]+`"}) { userErrors { code } } }`)
	}
	canonical, err := json.Marshal(without(whole, id))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(status, " ", string(canonical)), codes
}

// without returns a decoded response without trace ids, with a placeholder for the id.
func without(value any, id string) any {
	switch v := value.(type) {
	case map[string]any:
		delete(v, "traceId")
		for name, field := range v {
			v[name] = without(field, id)
		}
	case []any:
		for i, entry := range v {
			v[i] = without(entry, id)
		}
	case string:
		if id != "" {
			return strings.ReplaceAll(v, id, "ID")
		}
	}
	return value
}

// call sends an HTTP request as a caller.
func (r *accessRun) call(t *testing.T, caller, method, path, body string) (status int, text string) {
	t.Helper()
	request, err := http.NewRequest(method, r.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token := r.tokens[caller]; token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	for _, cookie := range []string{r.cookies[caller], r.fileCookies[caller]} {
		if cookie != "" {
			request.Header.Add("Cookie", cookie)
		}
	}
	response, text := r.do(t, request)
	return response.StatusCode, text
}

// logEditorsIn sets the cookies of the current and former editors.
func (r *accessRun) logEditorsIn(t *testing.T) {
	t.Helper()
	former := startWith(t, testContent, "STRAND_EDITOR_PASSWORD=before")
	_, answer := former.editorPost(t, editorLoginPath, `{"input":"before"}`)
	cookie := r.editorCookie(t)
	r.cookies = map[string]string{
		"editor": cookie, "editor, customer": cookie, "former editor": editor.CookieName + "=" + answer.HashedPassword,
	}
}

var (
	userErrorCodes = regexp.MustCompile(`"code":"(\w+)"`)
	undoID         = regexp.MustCompile(`"undo":\{"id":"(\w+)"\}`)
)

func (r *accessRun) post(t *testing.T, caller, query string) (status int, body string) {
	t.Helper()
	operation, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	return r.call(t, caller, http.MethodPost, "/graphql", string(operation))
}

// try runs an operation and returns its outcome.
func (r *accessRun) try(t *testing.T, c accessCaller, try accessAttempt, id string) string {
	t.Helper()
	said, codes := r.send(t, c.name, try, id)
	switch {
	case slices.Contains(codes, "UNAUTHENTICATED"):
		return signIn
	case slices.Contains(codes, "OWN_ACCOUNT"):
		return ownRights
	case id != "":
		if missing, _ := r.send(t, c.name, try, missingID); missing == said {
			if slices.Contains(codes, "FORBIDDEN") {
				return refused
			}
			return unknown
		}
	case slices.Contains(codes, "FORBIDDEN"):
		return refused
	}
	return permitted
}
