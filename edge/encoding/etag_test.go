package encoding

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestBody_IfNoneMatch checks conditional requests (RFC 9110, 13.1.2).
func TestBody_IfNoneMatch(t *testing.T) {
	body := NewBody([]byte("content"))
	weak := body.etag
	strong := weak[len("W/"):]
	for name, test := range map[string]struct {
		method    string
		condition []string
		status    int
	}{
		"no condition":                {http.MethodGet, nil, http.StatusOK},
		"the tag":                     {http.MethodGet, []string{weak}, http.StatusNotModified},
		"HEAD":                        {http.MethodHead, []string{weak}, http.StatusNotModified},
		"another method":              {http.MethodPost, []string{weak}, http.StatusOK},
		"as a strong tag":             {http.MethodGet, []string{strong}, http.StatusNotModified},
		"any":                         {http.MethodGet, []string{" * "}, http.StatusNotModified},
		"any in a list":               {http.MethodGet, []string{`"x", *`}, http.StatusOK},
		"another tag":                 {http.MethodGet, []string{`W/"x"`}, http.StatusOK},
		"a list":                      {http.MethodGet, []string{`"x" , ` + strong + `,"y"`}, http.StatusNotModified},
		"a list without spaces":       {http.MethodGet, []string{`W/"x",` + weak}, http.StatusNotModified},
		"empty entries":               {http.MethodGet, []string{", ," + weak}, http.StatusNotModified},
		"two header lines":            {http.MethodGet, []string{`"x"`, weak}, http.StatusNotModified},
		"a comma in a tag":            {http.MethodGet, []string{`"a,b", ` + weak}, http.StatusNotModified},
		"the tag within another":      {http.MethodGet, []string{`"a` + strong[1:]}, http.StatusOK},
		"two marks":                   {http.MethodGet, []string{"W/" + weak}, http.StatusOK},
		"a small mark":                {http.MethodGet, []string{"w/" + strong}, http.StatusOK},
		"no quotes":                   {http.MethodGet, []string{strong[1 : len(strong)-1]}, http.StatusOK},
		"no end":                      {http.MethodGet, []string{strong[:len(strong)-1]}, http.StatusOK},
		"a quote alone":               {http.MethodGet, []string{`"`}, http.StatusOK},
		"text after the tag":          {http.MethodGet, []string{strong + "x"}, http.StatusOK},
		"a tag after malformed ones":  {http.MethodGet, []string{"x, " + weak}, http.StatusOK},
		"a space in a tag":            {http.MethodGet, []string{`"a b", ` + weak}, http.StatusOK},
		"an empty tag before the tag": {http.MethodGet, []string{`"", ` + weak}, http.StatusNotModified},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(test.method, "/", nil)
			for _, line := range test.condition {
				r.Header.Add("If-None-Match", line)
			}
			w := httptest.NewRecorder()
			body.Serve(w, r)
			if w.Code != test.status || w.Header().Get("Etag") != weak {
				t.Errorf("got %d %s, want %d %s", w.Code, w.Header().Get("Etag"), test.status, weak)
			}
		})
	}
}
