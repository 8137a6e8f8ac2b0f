package site

import "testing"

func TestSplitHost(t *testing.T) {
	for host, want := range map[string][2]string{
		"localhost": {"localhost", ""}, "localhost:8080": {"localhost", "8080"},
		"KOMAX.Localhost.:8080": {"komax.localhost", "8080"},
		"a-b_c.example":         {"a-b_c.example", ""}, "127.0.0.1:1": {"127.0.0.1", "1"},
		"[::1]:8080": {"[::1]", "8080"},
		"[::1]":      {"[::1]", ""},
	} {
		name, port, ok := SplitHost(host)
		if !ok || name != want[0] || port != want[1] {
			t.Errorf("%q: %q %q %t, want %q", host, name, port, ok, want)
		}
	}
	for _, host := range []string{
		"", ":8080", ".", "localhost:", "localhost:0", "localhost:080", "localhost:+80", "localhost:65536",
		"localhost:http",
		"user@localhost", "localhost@evil.example", "evil.example/localhost", `evil.example\localhost`,
		"evil.example?localhost",
		"evil.example#localhost", "local host", "localhost\t", "a..b", "a,b", "<b>", "é.example", "[::1", "::1",
		"[evil]:80",
		"[fe80::1%25eth0]", "[127.0.0.1]",
	} {
		if name, port, ok := SplitHost(host); ok {
			t.Errorf("%q was accepted: %q %q", host, name, port)
		}
	}
}

// TestCanonical checks that a URL has one canonical form with a configured host (URL-14).
//
// Rules: URL-14.
func TestCanonical(t *testing.T) {
	d := newTestDirectory(t)
	for url, want := range map[string]string{
		"http://localhost:8080/en/company":            "http://localhost:8080/en/company",
		"http://LOCALHOST.:8080/en/company":           "http://localhost:8080/en/company",
		"http://localhost:80/en/company":              "http://localhost/en/company",
		"https://localhost:443/en/company":            "https://localhost/en/company",
		"http://localhost:080/en/company":             "http://localhost/en/company",
		"http://www.komax.localhost:8080/en/x":        "http://komax.localhost:8080/en/x",
		"http://x.y.komax.localhost/en/x":             "http://komax.localhost/en/x",
		"http://www.localhost/en/cirris/x":            "http://localhost/en/cirris/x",
		"http://evil.example:8080/en/company":         "http://localhost:8080/en/company",
		"http://evil.example/en/cirris/x":             "http://localhost/en/cirris/x",
		"http://user@evil.example/en/company":         "http://localhost/en/company",
		"http://localhost@evil.example:1/en/company":  "http://localhost:1/en/company",
		"http://localhost/en/comp%61ny?a=b#c":         "http://localhost/en/company?a=b",
		"http://localhost/en/company?a=|\"é%C3%A9%zz": "http://localhost/en/company?a=%7C%22%C3%A9%C3%A9%25zz",
		"http://localhost/en/%C3%BC":                  "http://localhost/en/%C3%BC",
		"http://localhost/en/%c3%bc":                  "http://localhost/en/%C3%BC",
	} {
		a, err := d.Parse(url)
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		got, ok := a.Canonical()
		if !ok || got != want {
			t.Errorf("%s: %s %t, want %s", url, got, ok, want)
		}
		// A canonical URL is its own canonical form.
		if again, err := d.Parse(got); err != nil {
			t.Errorf("%s: %v", got, err)
		} else if repeated, _ := again.Canonical(); repeated != got || again.Site != a.Site {
			t.Errorf("the canonical form of %s is %s", got, repeated)
		}
	}
	for _, roundabout := range []string{
		"http://localhost/en/company/", "http://localhost//en", "http://localhost/EN/company",
		"http://localhost/en/./company", "http://localhost/en/CIRRIS/x",
	} {
		a, err := d.Parse(roundabout)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := a.Canonical(); ok {
			t.Errorf("%s is reported as canonical: %s", roundabout, got)
		}
	}
}
