package listing

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

func TestOptions(t *testing.T) {
	all := []Option{
		{Value: "z", Label: "Zwei", Count: 1},
		{Value: "a", Label: "Äpfel", Count: 3},
		{Value: "b", Label: "birne", Count: 2},
		{Value: "n", Label: "Nichts"},
		{Value: "o", Label: "Offered", IsOffered: true},
		{Value: "c", Label: "Chosen"},
	}
	var got []string
	for _, o := range SortedOptions(all, []string{"c"}, "de") {
		got = append(got, o.Label)
		if o.Selected != (o.Value == "c") {
			t.Errorf("%s is selected: %v", o.Label, o.Selected)
		}
	}
	if want := []string{"Äpfel", "birne", "Chosen", "Offered", "Zwei"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestChoices_Bounds(t *testing.T) {
	many := make([]string, 3*maxChoices)
	for i := range many {
		many[i] = fmt.Sprint(i)
	}
	if got := len(Choices(many)); got != maxChoices {
		t.Errorf("%d choices of %d", got, len(many))
	}
	if got := Choices([]string{"b", strings.Repeat("x", maxChoice+1), "a", "", "b"}); !reflect.DeepEqual(
		got,
		[]string{"a", "b"},
	) {
		t.Errorf("got %v", got)
	}
	if got := Choice(url.Values{"a": {strings.Repeat("x", maxChoice+1)}}, "a"); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestSlice(t *testing.T) {
	all := []int{1, 2, 3, 4, 5}
	for page, want := range map[int][]int{1: {1, 2}, 3: {5}, 4: {}, 9: {}} {
		if got := Slice(all, page, 2); !reflect.DeepEqual(got, want) {
			t.Errorf("page %d: %v", page, got)
		}
	}
}

// TestKnown: equal selections are equal, in whatever order the URL has the values.
func TestKnown(t *testing.T) {
	type state string
	all := []state{"OPEN", "WAITING", "CLOSED"}
	for query, want := range map[string]string{
		"": "", "CLOSED OPEN": "OPEN CLOSED", "OPEN OPEN": "OPEN", "LOST open": "", "LOST WAITING": "WAITING",
	} {
		if got := strings.Join(Texts(Known(strings.Fields(query), all)), " "); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}
