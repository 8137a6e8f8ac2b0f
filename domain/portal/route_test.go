package portal

import (
	"strings"
	"testing"
)

func TestPageAt(t *testing.T) {
	for path, want := range map[string]Page{
		"mykomax": PageHome, "mykomax/account": PageAccount, "MyKomax/Account": PageAccount, "mykomax/logout": PageLogout,
		"mykomax/nothing": "", "mykomax/account/more": "", "account": "", "": "",
	} {
		if got, ok := PageAt(strings.Split(path, "/")); got != want || ok != (want != "") {
			t.Errorf("%q: %q %t", path, got, ok)
		}
	}
}
