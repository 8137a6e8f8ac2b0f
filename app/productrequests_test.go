package app_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"strand/demo/mail"
)

const requestOperation = `query RequestScreen($url: String!) { resolve(url: $url) { __typename
	... on PageResolution { site { name homeUrl enableCutFont theme } locale { code } theme productRequest { requested
		about country isUnknownProduct isConfirmedByMail product { name } office { name isGroup workingDays }
		form { kind } } }
	... on RedirectResolution { status location }
	... on NotFoundResolution { message site { name homeUrl } locale { code } } } }`

// mailbox is a mail server that keeps its mails.
type mailbox struct {
	URL string
	mu  sync.Mutex
	all []mail.Mail
	// arrived is closed and replaced with each mail.
	arrived chan struct{}
}

func startMailbox(t *testing.T) *mailbox {
	t.Helper()
	m := &mailbox{arrived: make(chan struct{})}
	keep := func(_ context.Context, one mail.Mail) error {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.all = append(m.all, one)
		close(m.arrived)
		m.arrived = make(chan struct{})
		return nil
	}
	server, err := mail.Start("127.0.0.1:0", slog.New(slog.DiscardHandler), keep)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close(context.Background()) })
	m.URL = server.URL
	return m
}

// await waits for a mail whose subject contains a text, and returns all mails.
func (m *mailbox) await(t *testing.T, text string) []mail.Mail {
	t.Helper()
	timeout := time.After(time.Minute)
	for {
		m.mu.Lock()
		all, arrived := slices.Clone(m.all), m.arrived
		m.mu.Unlock()
		if slices.ContainsFunc(all, func(one mail.Mail) bool { return strings.Contains(one.Subject, text) }) {
			return all
		}
		select {
		case <-arrived:
		case <-timeout:
			t.Fatalf("no mail about %s has arrived", text)
		}
	}
}

var productRequest = []string{
	"requested", "quote", "name", "Ada Muster", "company", "ACME", "email", "ada@example.com", "country", "CH",
}

// requestAt is the request that the page of a URL shows.
type requestAt struct {
	About, Requested  string
	Country           *string
	IsUnknownProduct  bool
	IsConfirmedByMail bool
	Product           *struct{ Name string }
	Office            struct {
		Name        string
		IsGroup     bool
		WorkingDays int
	}
}

func (s *strand) requestAt(t *testing.T, path string) requestAt {
	t.Helper()
	response, body := s.get(t, "localhost", path)
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", path, response.StatusCode)
	}
	var data struct {
		Resolve struct{ ProductRequest requestAt }
	}
	if err := json.Unmarshal(stateOf(t, body).Data, &data); err != nil {
		t.Fatal(err)
	}
	return data.Resolve.ProductRequest
}

// with returns the values of a form with others in their place: name, value, name, value.
func with(values []string, more ...string) []string {
	values = slices.Clone(values)
	for i := 0; i+1 < len(more); i += 2 {
		if at := slices.Index(values, more[i]); at >= 0 {
			values[at+1] = more[i+1]
		} else {
			values = append(values, more[i], more[i+1])
		}
	}
	return values
}

// A request is stored, delivered to sis with its office, and confirmed by one mail, with and without JavaScript.
//
// Rules: REQ-1, REQ-2, REQ-3, REQ-4, REQ-6.
func TestProductRequests(t *testing.T) {
	u, mails := startSIS(t), startMailbox(t)
	s := startWith(t, "../demo/content", requestOperation, "STRAND_SIS_URL="+u.URL, "STRAND_SMTP_URL="+mails.URL,
		"STRAND_MAIL_FROM=Strand Group <no-reply@example.com>")
	const page = "/de-ch/request?product=alpha-530&model=nothing&units=imperial&what=demonstration"
	values := with(productRequest, "country", "DE", "message", "Typed text", "requested", "sampleTest")
	answer, _ := s.sendPlain(t, page, nil, nil, values...)
	sent, location := s.confirmationOf(t, answer)
	if got := s.requestAt(t, location); got.Office.Name != "Komax Germany" || got.Requested != "sampleTest" {
		t.Errorf("the confirmation: %+v", got)
	}
	input := ""
	u.requests(t, func(all []sisRequest) bool {
		for _, r := range all {
			if r.Reference == sent.Reference && r.Kind == "ProductRequest" {
				input = r.Input
			}
		}
		return input != ""
	})
	for path, want := range map[string]string{
		"requested": `"sampleTest"`, "product": `"alpha-530"`, "variant": `"nothing"`, "country": `"DE"`,
		"measurementSystem": `"IMPERIAL"`, "officeEmail": `"germany@example.com"`, "message": `"Typed text"`,
		"sender.locale": `"de-CH"`, "name": `"Ada Muster"`,
	} {
		checkAt(t, input, path, want)
	}
	// The same form again is the same request: there is one mail when that of a later request has arrived.
	again, _ := s.sendPlain(t, page, nil, nil, values...)
	if repeated, _ := s.confirmationOf(t, again); repeated.Reference != sent.Reference {
		t.Errorf("%s, then %s", sent.Reference, repeated.Reference)
	}
	mails.await(t, sent.Reference)
	p := s.submit(t, "PRODUCT_REQUEST", "key-of-a-later-request", map[string]any{"about": "alpha-530"},
		productRequest...)
	all := mails.await(t, p.Data.SubmitForm.Submission.Reference)
	if len(all) != 2 || all[0].Recipient != "ada@example.com" || !strings.Contains(all[0].Subject, "Alpha 530") ||
		!strings.Contains(all[0].Text, "Komax Germany antwortet innerhalb eines Arbeitstags.") ||
		strings.Contains(all[0].Text, "Typed") {
		t.Errorf("%+v", all)
	}
}
