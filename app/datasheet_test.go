package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/ledongthuc/pdf"

	"strand/test/polltest"
)

// Paths of a product with variants, and of one without.
const (
	alphaPath = "/products/crimping/fully-automatic-crimping/double-sided/alpha-530"
	benchPath = "/products/crimping/strip-crimp/bt-188"
)

// startSheets starts Strand with the content of a folder and the built client's data sheets.
func startSheets(t *testing.T, content string, settings ...string) *strand {
	t.Helper()
	return startWith(t, content, append(settings, screenOperation, catalogOperation, sheetOperation(t))...)
}

// sheetOperation returns the client's operation for data sheets.
func sheetOperation(t testing.TB) string {
	t.Helper()
	for _, text := range clientDocuments(t) {
		if strings.Contains(text, "query DataSheet(") {
			return text
		}
	}
	t.Fatal("the client has no operation for data sheets")
	return ""
}

// sheet is a data sheet as it was read: its text without spaces, since each word may be a part of its own.
type sheet struct {
	*http.Response
	body []byte
	text string
	info pdf.Value
	// outline are the titles of the bookmarks.
	outline []string
	pages   int
}

func withoutSpaces(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// dataSheet requests a data sheet and reads it.
func (s *strand) dataSheet(t *testing.T, path string) *sheet {
	t.Helper()
	var response *http.Response
	var body string
	// A sheet that takes longer than a request may wait is made all the same, for the next request.
	polltest.Until(t, path+" is made", func() bool {
		response, body = s.get(t, "localhost", path)
		return response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == ""
	})
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "application/pdf" {
		t.Fatalf("%s: %d %s: %.300s", path, response.StatusCode, response.Header.Get("Content-Type"), body)
	}
	file, err := pdf.NewReader(strings.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := file.GetPlainText()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	read := &sheet{
		Response: response,
		body:     []byte(body),
		text:     withoutSpaces(string(text)),
		info:     file.Trailer().Key("Info"),
		pages:    file.NumPage(),
	}
	var collect func(o pdf.Outline)
	collect = func(o pdf.Outline) {
		read.outline = append(read.outline, o.Title)
		for _, child := range o.Child {
			collect(child)
		}
	}
	collect(file.Outline())
	return read
}

// specification is a row of the graph.
type specification struct{ Name, Unit, Value string }

// sheetRecord is the data of a product in the graph.
type sheetRecord struct {
	Data struct {
		Product struct {
			Name           string
			KeyFigures     []specification
			Specifications []specification
			Variants       []struct {
				ID, Name       string
				Specifications []specification
			}
		}
	}
}

func (s *strand) sheetRecord(t *testing.T, slug, locale, system string) sheetRecord {
	t.Helper()
	var r sheetRecord
	answer := s.query(t, fmt.Sprintf(`{ product(slug: %q, locale: %q) { name
		keyFigures(system: %[3]s) { name unit value } specifications(system: %[3]s) { name unit value }
		variants { id name(system: %[3]s) specifications(system: %[3]s) { name unit value } } } }`,
		slug, locale, system))
	if err := json.Unmarshal([]byte(answer), &r); err != nil || r.Data.Product.Name == "" {
		t.Fatalf("%s: %v", answer, err)
	}
	return r
}

// checkFigures checks that a data sheet contains every figure of the columns beside its name, in their order.
func checkFigures(t *testing.T, s *sheet, what string, columns ...[]specification) {
	t.Helper()
	for _, row := range columns[0] {
		want := row.Name
		for _, column := range columns {
			for _, other := range column {
				if other.Name == row.Name && other.Unit == row.Unit {
					want += other.Value + other.Unit
				}
			}
		}
		if !strings.Contains(s.text, withoutSpaces(want)) {
			t.Errorf("%s: no %q in %s", what, want, s.text)
		}
	}
}

// TestDataSheet: the figures of a data sheet are those of the graph, in each language, and it is bookmarked and
// described.
//
// Rules: CAT-47, CAT-48.
func TestDataSheet(t *testing.T) {
	t.Parallel()
	s := sampleSite(t)
	for locale, words := range map[string][]string{
		"en": {"Technical data", "Processing", "Front"},
		"de": {"Technische Daten", "Verarbeitung", "Vorderansicht"},
		"cs": {"Technické údaje", "Zpracování", "Pohled zepředu"},
		"ja": {"技術データ", "加工", "正面"},
		"zh": {"技术数据", "加工", "正视图"},
	} {
		for path, slug := range map[string]string{alphaPath: "alpha-530", benchPath: "bt-188"} {
			what := locale + " " + slug
			sheet := s.dataSheet(t, "/"+locale+path+"/data-sheet.pdf")
			product := s.sheetRecord(t, slug, locale, "METRIC").Data.Product
			columns := [][]specification{product.Specifications}
			if len(product.Variants) > 0 {
				columns = nil
				for _, v := range product.Variants {
					columns = append(columns, v.Specifications)
				}
			}
			checkFigures(t, sheet, what, columns...)
			for _, f := range product.KeyFigures {
				if !strings.Contains(sheet.text, withoutSpaces(f.Value+f.Unit+f.Name)) {
					t.Errorf("%s: no key figure %v", what, f)
				}
			}
			for _, word := range words {
				if !strings.Contains(sheet.text, withoutSpaces(word)) {
					t.Errorf("%s: no %q", what, word)
				}
			}
			if outline := strings.Join(sheet.outline, "\n"); !strings.Contains(outline, words[0]) {
				t.Errorf("%s: the outline is %q", what, outline)
			}
			if title := sheet.info.Key("Title").Text(); !strings.HasPrefix(title, product.Name+" – ") {
				t.Errorf("%s: the title is %q", what, title)
			}
			if author := sheet.info.Key("Author").Text(); author != "Strand Group" {
				t.Errorf("%s: the author is %q", what, author)
			}
			disposition := `inline; filename=` + slug + `-data-sheet.pdf`
			if sheet.Header.Get("Content-Disposition") != disposition ||
				!strings.HasPrefix(sheet.Header.Get("Content-Language"), locale) ||
				sheet.Header.Get("Cache-Control") != "public, max-age=0, must-revalidate" ||
				!strings.Contains(sheet.Header.Get("Link"), path+`>; rel="canonical"`) {
				t.Errorf("%s: %v", what, sheet.Header)
			}
			if !bytes.Contains(sheet.body, []byte("/DCTDecode")) {
				t.Errorf("%s has no picture", what)
			}
		}
	}
}

// TestDataSheet_Selection: a URL selects a variant and a measurement system. The default system is that of the country.
//
// Rules: CAT-47.
func TestDataSheet_Selection(t *testing.T) {
	t.Parallel()
	s := sampleSite(t)
	imperial := s.sheetRecord(t, "alpha-530", "en", "IMPERIAL").Data.Product
	metric := s.sheetRecord(t, "alpha-530", "en", "METRIC").Data.Product
	second := imperial.Variants[1]
	for _, query := range []string{
		"?variant=" + second.ID + "&system=imperial",
		"?system=imperial&variant=" + second.ID,
	} {
		sheet := s.dataSheet(t, "/en"+alphaPath+"/data-sheet.pdf"+query)
		checkFigures(t, sheet, query, second.Specifications)
		if other := withoutSpaces(imperial.Variants[0].Name); strings.Contains(sheet.text, other) {
			t.Errorf("%s contains the variant %s", query, other)
		}
	}
	american := s.dataSheet(t, "/en-us"+benchPath+"/data-sheet.pdf")
	checkFigures(t, american, "en-US", s.sheetRecord(t, "bt-188", "en-US", "IMPERIAL").Data.Product.Specifications)
	sheet := s.dataSheet(t, "/en-us"+alphaPath+"/data-sheet.pdf?system=metric&variant="+metric.Variants[0].ID)
	checkFigures(t, sheet, "metric", metric.Variants[0].Specifications)
}

// Signs and scripts that few fonts have are printed, or replaced by a box, never by other letters. The characters of
// one product do not change the data sheets of others.
//
// Rules: CAT-47.
func TestDataSheet_Characters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../demo/content")); err != nil {
		t.Fatal(err)
	}
	replaceIn(t, filepath.Join(dir, "pim/products/applicators.yaml"), "Two knurled rings set",
		"Speciﬁc oﬃce 👩‍🔧, العربية, ΔΣ Ж ∅ → ✓ ≤ 5 kΩ 電線 한 Two knurled rings set")
	s := startSheets(t, dir)
	odd := s.dataSheet(t, "/en/products/tooling/applicators/a-20/data-sheet.pdf").text
	if want := "Specificoffice□□,□□□□□□□,ΔΣЖ∅→✓≤5kΩ電線□Twoknurledringsset"; !strings.Contains(odd, want) {
		_, text, _ := strings.Cut(odd, "Spec")
		t.Errorf("%.150q, want %q", text, want)
	}
	next := s.dataSheet(t, "/en/products/tooling/applicators/a-10/data-sheet.pdf").text
	for _, want := range []string{"Pilotholesofany⌀", "nomorethan10kNandfitspresseswith30or40mmstroke"} {
		if !strings.Contains(next, want) {
			t.Errorf("the next data sheet lacks %q", want)
		}
	}
}

// TestManual: a machine has a manual of several chapters with its figures, in German or English; a blade has none.
//
// Rules: CAT-49.
func TestManual(t *testing.T) {
	t.Parallel()
	s := sampleSite(t)
	for _, test := range []struct {
		locale, language string
		words            []string
	}{
		{"en", "en", []string{"Operating manual", "2 Safety", "The machine weighs 95 kg.", "at 5 bar, 20 l/min."}},
		{"de-ch", "de-CH", []string{"Bedienungsanleitung", "2 Sicherheit", "Die Maschine wiegt 95 kg."}},
		{"ja", "en", []string{"Operating manual", "The machine is supplied with 230 V AC, 50/60 Hz"}},
		{"en-us", "en-US", []string{"The machine weighs 209 lb.", "at 72.5 psi, 0.71 cfm."}},
	} {
		manual := s.dataSheet(t, "/"+test.locale+benchPath+"/manual.pdf")
		if got := manual.Header.Get("Content-Language"); got != test.language {
			t.Errorf("%s: the language is %q", test.locale, got)
		}
		for _, word := range test.words {
			if !strings.Contains(manual.text, withoutSpaces(word)) {
				t.Errorf("%s: no %q in %s", test.locale, word, manual.text)
			}
		}
		if len(manual.outline) < 20 || manual.pages < 7 {
			t.Errorf("%s: %d pages, the outline is %q", test.locale, manual.pages, manual.outline)
		}
		if strings.Contains(manual.text, "Laser") {
			t.Errorf("%s: the manual of a machine without laser warns of one", test.locale)
		}
	}
	response, _ := s.get(t, "localhost", "/en/products/tooling/blades/blade-2/manual.pdf")
	if location := response.Header.Get("Location"); location != "" {
		response, _ = s.get(t, "localhost", location)
	}
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("a blade: %d", response.StatusCode)
	}
}

// TestDataSheet_HTTP: data sheets are cached by browsers and this server, and a webhook of the PIM renews them.
//
// Rules: CAT-47.
func TestDataSheet_HTTP(t *testing.T) {
	t.Parallel()
	s := startSheets(t, sampleContent, pimSecret)
	const path = "/en" + benchPath + "/data-sheet.pdf"
	first := s.dataSheet(t, path)
	etag := first.Header.Get("Etag")
	if response, body := s.get(t, "localhost", path, "If-None-Match", etag); response.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("If-None-Match: %d", response.StatusCode)
	}
	if response, body := s.get(t, "localhost", path, "Range", "bytes=0-4"); response.StatusCode != http.StatusPartialContent || body != "%PDF-" {
		t.Errorf("Range: %d %q", response.StatusCode, body)
	}
	many := "bytes=" + strings.Repeat("0-0,", 2000) + "0-0"
	if response, body := s.get(t, "localhost", path, "Range", many); len(body) > 100 ||
		response.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("2,001 ranges: %d, %d bytes", response.StatusCode, len(body))
	}
	head, err := http.NewRequest(http.MethodHead, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	head.Host = "localhost"
	if response, body := s.do(t, head); response.StatusCode != http.StatusOK || body != "" ||
		response.ContentLength != int64(len(first.body)) || response.Header.Get("Etag") != etag {
		t.Errorf("HEAD: %d %v", response.StatusCode, response.Header)
	}
	s.pimCalls.Store(0)
	s.dataSheet(t, path)
	if calls := s.pimCalls.Load(); calls != 0 {
		t.Errorf("a cached data sheet made %d calls", calls)
	}
	s.webhook(t, "pim", "Product", "bt-188")
	s.dataSheet(t, path)
	if s.pimCalls.Load() == 0 {
		t.Error("a data sheet was not made again after the webhook")
	}
	s.pimFault.Store(&outOfOrder)
	s.webhook(t, "pim", "Product", "bt-188")
	if stale := s.dataSheet(t, path); !strings.Contains(stale.text, "BT188") {
		t.Error("no data sheet during an outage")
	}
	response, _ := s.get(t, "localhost", "/de"+benchPath+"/data-sheet.pdf")
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Errorf("an outage: %d %v", response.StatusCode, response.Header)
	}
}

// TestSecurityDataSheet: a URL that selects no data sheet is a page that was not found.
func TestSecurityDataSheet(t *testing.T) {
	s := sampleSite(t)
	for _, path := range []string{
		"/en/products/crimping/strip-crimp/gone/data-sheet.pdf",
		"/en/products/crimping/data-sheet.pdf",
		"/en/products/data-sheet.pdf",
		"/en/data-sheet.pdf",
		"/data-sheet.pdf",
		"/en/services/maintenance/calibration/data-sheet.pdf",
		"/en" + benchPath + "/data-sheet.pdf?variant=gone",
		"/en" + alphaPath + "/data-sheet.pdf?variant=..%2F..%2Fetc",
		"/en" + alphaPath + "/data-sheet.pdf?variant=" + strings.Repeat("x", 500),
		"/en" + alphaPath + "/data-sheet.pdf?system=furlongs",
		"/en" + alphaPath + "/data-sheet.pdf?system=",
		"/en" + alphaPath + "/data-sheet.pdf/data-sheet.pdf",
	} {
		response, body := s.get(t, "localhost", path)
		if response.StatusCode != http.StatusNotFound || strings.HasPrefix(body, "%PDF") {
			t.Errorf("%s: %d", path, response.StatusCode)
		}
	}
	for _, path := range []string{
		"/en/products/bt-188/data-sheet.pdf",
		"/en/products/bt-188/data-sheet.pdf?system=imperial",
	} {
		response, _ := s.get(t, "localhost", path)
		want := strings.Replace(path, "/products/bt-188", benchPath, 1)
		if response.StatusCode != http.StatusMovedPermanently || response.Header.Get("Location") != want {
			t.Errorf("%s: %d %q", path, response.StatusCode, response.Header.Get("Location"))
		}
	}
}

// TestDataSheet_WithoutRenderer: while the renderer of data sheets cannot start, the answer is 503 with Retry-After.
//
// Rules: CAT-47.
func TestDataSheet_WithoutRenderer(t *testing.T) {
	t.Parallel()
	s := startSheets(t, sampleContent, "STRAND_NODE="+filepath.Join(t.TempDir(), "none"))
	response, _ := s.get(t, "localhost", "/en"+benchPath+"/data-sheet.pdf")
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" ||
		response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
	if response, _ := s.get(t, "localhost", "/en"+benchPath); response.StatusCode != http.StatusOK {
		t.Errorf("the page: %d", response.StatusCode)
	}
}
