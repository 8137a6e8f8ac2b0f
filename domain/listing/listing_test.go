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
	for page, want := range map[int][]int{1: {1, 2}, 3: {5}, 4: {5}, MaxPage: {5}} {
		if got := Slice(all, page, 2); !reflect.DeepEqual(got, want) {
			t.Errorf("page %d: %v", page, got)
		}
	}
}

// TestPage: the page of a URL, of a list with five pages.
//
// Rules: CAT-23.
func TestPage(t *testing.T) {
	for number, want := range map[string]int{
		"": 1, "1": 1, "3": 3, "5": 5, "6": 5, "999": 5, "10000": 5, "10001": 5, "99999999999999999999": 5,
		"0": 1, "-1": 1, "-99999999999999999999": 1, "abc": 1, "1e9": 1, "2.5": 1, " 3": 1, "٣": 1,
	} {
		p := NewPaging(9, Page(url.Values{ParamPage: {number}}), 2, func(page int) string { return fmt.Sprint(page) })
		if p.Page != want || p.PageCount != 5 ||
			(p.PreviousURL == nil) != (want == 1) || (p.NextURL == nil) != (want == 5) {
			t.Errorf("%q: page %d of %d, want %d", number, p.Page, p.PageCount, want)
		}
		if p.PreviousURL != nil && *p.PreviousURL != fmt.Sprint(want-1) {
			t.Errorf("%q: the page before is %s", number, *p.PreviousURL)
		}
	}
	if p := NewPaging(0, 9, 2, nil); p.Page != 1 || p.PageCount != 1 || p.PreviousURL != nil || p.NextURL != nil {
		t.Errorf("a page of an empty list: %+v", p)
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
