package sis

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"testing"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/form"
	"strand/upstream/transport"
)

// recorder is a sis that keeps the last call.
type recorder struct{ operation, input string }

func (r *recorder) MakeRequest(_ context.Context, call *graphql.Request, _ *graphql.Response) error {
	variables, err := json.Marshal(call.Variables)
	r.operation, r.input = call.OpName, string(variables)
	return err
}

// TestDeliver_Fields: sis receives all fields of a form (FORM-17).
//
// Rules: FORM-3, FORM-17.
func TestDeliver_Fields(t *testing.T) {
	const (
		person = `"person":{"firstName":"Ada","lastName":"Muster","email":"ada@example.com","company":"ACME"`
		sent   = `"contactAddress":{"address":"Weg 1","zipCode":"6000","city":"Luzern","state":"LU","country":"CH"},
			"machineName":"Alpha 530","serialNumber":"A-1","requestedService":"repair","subject":"Hum",
			"description":"It hums."`
	)
	ada := []string{
		"firstName", "Ada", "lastName", "Muster", "email", "ada@example.com", "company", "ACME", "country", "CH",
	}
	service := append([]string{
		"address", "Weg 1", "zipCode", "6000", "city", "Luzern", "state", "LU", "machineName", "Alpha 530",
		"serialNumber", "A-1", "requestedService", "repair", "subject", "Hum", "description", "It hums.",
	}, ada...)
	for _, test := range []struct {
		kind            form.Kind
		values          []string
		operation, want string
	}{
		{
			form.OSSRequest,
			append([]string{"product", "Alpha 530", "serialNumber", "A-1", "message", "It hums."}, ada...),
			"CreateOssRequest",
			`{` + person + `},"country":"CH","product":"Alpha 530","serialNumber":"A-1","message":"It hums."}`,
		},
		{form.ServiceRequest, service, "CreateServiceRequest", `{` + person + `},` + sent + `}`},
		{
			form.ServiceRequest,
			append([]string{
				"telephone", "+41 41 000 00 00", "hasReturnAddress", "true", "returnAddress", "Gasse 2",
				"returnZipCode", "3000", "returnCity", "Bern", "returnState", "BE", "returnCountry", "DE",
				"warranty", "yes", "serviceContract", "no", "requestReason", "standstill", "caseId", "C-1",
			}, service...),
			"CreateServiceRequest",
			`{` + person + `,"telephone":"+41 41 000 00 00"},` + sent + `,
				"returnAddress":{"address":"Gasse 2","zipCode":"3000","city":"Bern","state":"BE","country":"DE"},
				"warranty":"yes","serviceContract":"no","requestReason":"standstill","caseId":"C-1"}`,
		},
		{
			form.StoryFeedback, []string{"helpful", "no", "comment", "Too short."}, "CreateStoryFeedback",
			`{"story":"alpha/s/IMPERIAL","helpful":false,"comment":"Too short."}`,
		},
		{
			form.ProductFeedback, []string{"helpful", "yes"}, "CreateStoryFeedback",
			`{"product":"alpha/s/IMPERIAL","helpful":true}`,
		},
		{
			form.Whitepaper, append([]string{"consent", "true"}, ada...), "CreateWhitepaperRequest",
			`{` + person + `},"country":"CH","whitepaper":"alpha/s/IMPERIAL","consentGiven":true}`,
		},
		{
			form.ProductRequest,
			[]string{"requested", "quote", "name", "Ada", "company", "ACME", "email", "a@example.com", "country", "DE"},
			"CreateProductRequest",
			`{"requested":"quote","name":"Ada","company":"ACME","email":"a@example.com","country":"DE",
				"product":"alpha","variant":"s","measurementSystem":"IMPERIAL","user":"u-1","office":"zug",
				"officeEmail":"zug@example.com"}`,
		},
		{
			form.ProductRequest,
			[]string{
				"requested", "sampleTest", "name", "Ada", "company", "ACME", "email", "a@example.com", "country", "DE",
				"crossSection", "0.5 mm²", "terminal", "T 1", "yearlyQuantity", "50,000", "sendsSamples", "true",
			},
			"CreateProductRequest",
			`{"requested":"sampleTest","name":"Ada","company":"ACME","email":"a@example.com","country":"DE",
				"product":"alpha","variant":"s","measurementSystem":"IMPERIAL","user":"u-1","office":"zug",
				"officeEmail":"zug@example.com","crossSection":"0.5 mm²","terminal":"T 1","yearlyQuantity":"50,000",
				"sendsSamples":true}`,
		},
	} {
		values := map[string]string{}
		for i := 0; i+1 < len(test.values); i += 2 {
			values[test.values[i]] = test.values[i+1]
		}
		var sis recorder
		err := NewSender(&sis, transport.Options{}, nil).Deliver(t.Context(), &form.Submission{
			Reference: "R-1", Kind: test.kind, Locale: "de-CH", Site: "main", SubmittedAt: time.Unix(0, 0),
			Values: values, About: "alpha/s/IMPERIAL", User: "u-1",
			Office: &form.Office{LocationID: "zug", Email: new("zug@example.com")},
		})
		var got struct{ Input map[string]any }
		var want map[string]any
		if err != nil || json.Unmarshal([]byte(sis.input), &got) != nil ||
			json.Unmarshal([]byte(test.want), &want) != nil {
			t.Fatal(err, sis.input)
		}
		sender, _ := got.Input["sender"].(map[string]any)
		if sis.operation != test.operation || got.Input["reference"] != "R-1" || sender["locale"] != "de-CH" {
			t.Errorf("%s %s", sis.operation, sis.input)
		}
		isNull := func(_ string, v any) bool { return v == nil }
		maps.DeleteFunc(got.Input, isNull)
		if person, ok := got.Input["person"].(map[string]any); ok {
			maps.DeleteFunc(person, isNull)
		}
		delete(got.Input, "sender")
		delete(got.Input, "reference")
		if !reflect.DeepEqual(got.Input, want) {
			t.Errorf("%s: %v, want %v", test.operation, got.Input, want)
		}
	}
}
