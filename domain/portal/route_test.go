package portal

import (
	"strings"
	"testing"
)

func TestPlaceAt(t *testing.T) {
	for path, want := range map[string]Place{
		"mykomax": {Page: PageHome}, "mykomax/account": {Page: PageAccount}, "MyKomax/Account": {Page: PageAccount}, "mykomax/logout": {Page: PageLogout},
		"mykomax/tickets/list": {Page: PageTickets}, "mykomax/tickets/NewTicket": {Page: PageNewTicket}, "mykomax/wire-flow": {Page: PageWireFlow},
		"MyKomax/Tickets/AbC1": {PageTicket, "AbC1"},
		"mykomax/tickets":      {}, "mykomax/tickets/": {}, "mykomax/tickets/a/b": {}, "mykomax/nothing": {}, "mykomax/account/more": {}, "account": {}, "": {},
	} {
		if got, ok := PlaceAt(strings.Split(path, "/")); got != want || ok != (want.Page != "") {
			t.Errorf("%q: %v %t", path, got, ok)
		}
	}
}
