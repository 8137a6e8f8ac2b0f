package outbound

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestControl(t *testing.T) {
	type allowed struct{ configured, public bool }
	for addr, want := range map[string]allowed{
		"127.0.0.1:80": {true, false}, "[::1]:80": {true, false}, "[::ffff:127.0.0.1]:80": {true, false},
		"10.1.2.3:443": {true, false}, "192.168.0.1:80": {true, false}, "172.16.0.1:80": {true, false},
		"100.64.0.1:80": {true, false}, "[fd00::1]:80": {true, false},
		"169.254.169.254:80": {}, "[::ffff:169.254.169.254]:80": {}, "[fe80::1]:80": {}, "0.0.0.0:80": {},
		"[::]:80":      {},
		"224.0.0.1:80": {}, "[ff02::1]:80": {},
		"[64:ff9b::7f00:1]:80": {true, false}, "[64:ff9b:1::a00:1]:80": {true, false},
		"[2002:7f00:1::1]:80": {true, false}, "[2001:0:7f00:1::1]:80": {true, false}, "[::7f00:1]:80": {true, false},
		"198.18.0.1:80": {true, false}, "198.19.255.255:80": {true, false}, "240.0.0.1:80": {true, false},
		"255.255.255.255:80": {true, false}, "192.0.0.170:80": {true, false}, "192.0.2.1:80": {true, false},
		"198.51.100.1:80": {true, false}, "203.0.113.1:80": {true, false}, "[2001:db8::1]:80": {true, false},
		"[3fff::1]:80": {true, false}, "[fec0::1]:80": {true, false}, "0.1.2.3:80": {true, false},
		"198.20.0.1:80": {true, true}, "192.0.1.1:80": {true, true}, "100.128.0.1:80": {true, true},
		"[2003::1]:80":      {true, true},
		"93.184.215.14:443": {true, true}, "[2606:2800:21f::1]:443": {true, true},
	} {
		configured, public := control(isNoHost)("tcp", addr, nil), control(isNotPublic)("tcp", addr, nil)
		if (configured == nil) != want.configured || (public == nil) != want.public {
			t.Errorf("%s: %v and %v, want %+v", addr, configured, public, want)
		}
	}
}

func TestClient_FollowsNoRedirect(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			t.Errorf("requested %s", r.URL)
		}
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}))
	defer server.Close()
	answer, err := NewClient(NewTransport(time.Minute), time.Minute).Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusFound {
		t.Errorf("status %d", answer.StatusCode)
	}
}
