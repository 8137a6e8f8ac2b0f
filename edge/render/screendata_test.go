package render

import (
	"encoding/json"
	"strings"
	"testing"
)

// The encoding of a screen is that of its members, whatever the answers of its operations contain.
func TestScreenData_JSON(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]ScreenData{
		"no data":      {Screen: "OutageScreen", URL: "/"},
		"data":         {Screen: "ContentScreen", URL: "/en", Data: json.RawMessage(`{"a":[1,"b"]}`)},
		"site":         {Screen: "ContentScreen", Data: json.RawMessage(`{}`), Site: json.RawMessage(`{"siteAt":{}}`)},
		"a script end": {Screen: "ContentScreen", Data: json.RawMessage(`{"a":"</script><!--&\u2028"}`), Partial: true},
	} {
		encoded, err := d.JSON()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.ContainsAny(string(encoded), "<>&\u2028") {
			t.Errorf("%s: not escaped: %s", name, encoded)
		}
		var read struct {
			ScreenData
			Data, Site any
		}
		if err := json.Unmarshal(encoded, &read); err != nil {
			t.Errorf("%s: %v in %s", name, err, encoded)
			continue
		}
		if read.Screen != d.Screen || read.URL != d.URL || read.Partial != d.Partial {
			t.Errorf("%s: %s", name, encoded)
		}
		for member, is := range map[string][2]any{"data": {read.Data, d.Data}, "site": {read.Site, d.Site}} {
			var want any
			if raw := is[1].(json.RawMessage); raw != nil {
				if err := json.Unmarshal(raw, &want); err != nil {
					t.Fatal(err)
				}
			}
			got, _ := json.Marshal(is[0]) // was decoded from JSON
			if expected, _ := json.Marshal(want); string(got) != string(expected) {
				t.Errorf("%s: %s is %s, want %s", name, member, got, expected)
			}
		}
	}
}
