package probe

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestProber(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.Method != http.MethodHead {
			t.Errorf("%s %s", r.Method, r.URL)
		}
		if r.URL.Path != "/there" || r.Header.Get("Authorization") != "Bearer t" {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer server.Close()
	p := New(Options{FileOrigin: server.URL, Token: "t", Origins: []string{server.URL}})
	if !p.IsFile(server.URL+"/there") || p.IsFile("http://elsewhere.example/there") {
		t.Error("the file host is not recognized")
	}
	for path, want := range map[string]int{"/there": http.StatusOK, "/gone": http.StatusNotFound} {
		if status, err := p.File(t.Context(), server.URL+path); err != nil || status != want {
			t.Errorf("%s: %d %v", path, status, err)
		}
	}
	before := asked
	if !p.MayAsk(server.URL+"/there") || p.MayAsk("http://elsewhere.example/") || p.MayAsk("http://u@"+server.URL[7:]) {
		t.Error("other hosts than the named ones may be asked")
	}
	if _, err := p.External(t.Context(), server.URL+"/there"); !errors.Is(err, errPrivate) || asked != before {
		t.Errorf("the own network is asked: %v", err)
	}
}

func TestRefusePrivate(t *testing.T) {
	for address, allowed := range map[string]bool{
		"127.0.0.1:80": false, "[::1]:80": false, "10.1.2.3:443": false, "192.168.0.1:80": false, "172.16.0.1:80": false,
		"169.254.169.254:80": false, "100.64.0.1:80": false, "0.0.0.0:80": false, "224.0.0.1:80": false,
		"[fe80::1]:80": false, "[fd00::1]:80": false, "[::ffff:127.0.0.1]:80": false,
		"93.184.215.14:443": true, "[2606:2800:21f::1]:443": true,
	} {
		if err := refusePrivate("tcp", address, nil); (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
	}
}
