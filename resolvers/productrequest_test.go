package resolvers

import (
	"log/slog"
	"path/filepath"
	"testing"

	"strand/domain/form"
	"strand/internal/database"
	"strand/internal/outbox"
	"strand/service/forms"
)

// TestQueries_ProductRequests: the portal's home lists the requests of the signed-in user, and none of other users.
//
// Rules: REQ-7.
func TestQueries_ProductRequests(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	at := database.Location{File: filepath.Join(t.TempDir(), "outbox.db")}
	box, err := outbox.Open(t.Context(), at, log, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = box.Close() })
	for _, user := range []string{"u", "other"} {
		_, _, err := box.Accept(t.Context(), &form.Submission{
			Reference: "REQ-" + user, Key: "key-of-" + user, Kind: form.ProductRequest, User: user,
			Subject: "Alpha 530",
			Office:  &form.Office{Name: new("Komax Switzerland")}, Values: map[string]string{"requested": "quote"},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	const fields = `productRequests { reference requested subject office { name } }`
	for name, test := range map[string]queryTest{
		"of the user": {
			query: portalOf("", fields), user: customer(0), calls: []string{inEnglish},
			data: `{"resolve":{"portal":{"productRequests":[{"office":{"name":"Komax Switzerland"},"reference":"REQ-u",
				"requested":"quote","subject":"Alpha 530"}]}}}`,
		},
		"of a user without requests": {
			query: portalOf("", fields), user: administrator(), calls: []string{inEnglish},
			data: `{"resolve":{"portal":{"productRequests":[]}}}`,
		},
		"on another page": {
			query: portalOf("/account", fields), user: customer(0), calls: []string{inEnglish},
			data: `{"resolve":{"portal":{"productRequests":null}}}`,
		},
		"of an anonymous user": {
			query: portalOf("", fields), data: `{"resolve":{"portal":null}}`, calls: []string{inEnglish},
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.forms, test.inRealTime = &forms.Submissions{Intake: &forms.Intake{Outbox: box}}, true
			test.check(t, nothing)
		})
	}
}
