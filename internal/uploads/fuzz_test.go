package uploads

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzHeaders: any headers of an upload are accepted or refused as an error of the caller, and no file is created
// outside of the folder or beyond the space.
func FuzzHeaders(f *testing.F) {
	name := base64.StdEncoding.EncodeToString([]byte("../../a.png"))
	for _, seed := range [][4]string{
		{"4", "filename " + name, "0", "\x89PNG"}, {"-1", "filename", "-1", ""},
		{"9223372036854775807", "a b,c", "9223372036854775807", "x"},
		{"1e3", ",,", " 0", "GIF89a"}, {"0", "filename " + name + ",filename " + name, "", "<svg>"},
		{"104857601", "\x00", "1", "x"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	root := f.TempDir()
	s := newStore(f, Options{Dir: filepath.Join(root, "uploads"), Space: 1 << 20, Needed: noFilesNeeded})
	h, err := s.Handler()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, length, metadata, offset, body string) {
		call := func(method, path, body string, header http.Header) *httptest.ResponseRecorder {
			r := httptest.NewRequest(method, BasePath, strings.NewReader(body))
			r.URL.Path, r.Header = path, header
			r.Header.Set("Tus-Resumable", "1.0.0")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code >= http.StatusInternalServerError && w.Code != http.StatusInsufficientStorage {
				t.Errorf("%s %q %v: %d %s", method, path, header, w.Code, w.Body)
			}
			return w
		}
		made := call(
			http.MethodPost,
			BasePath,
			"",
			http.Header{"Upload-Length": {length}, "Upload-Metadata": {metadata}},
		)
		id := idOf(made.Header().Get("Location"))
		call(http.MethodPatch, BasePath+id, body,
			http.Header{"Upload-Offset": {offset}, "Content-Type": {"application/offset+octet-stream"}})
		call(http.MethodHead, BasePath+metadata, "", http.Header{})
		if found, err := s.Find(t.Context(), id); err == nil && strings.ContainsAny(found.FileName, "/\\\x00") {
			t.Errorf("%q is named %q", metadata, found.FileName)
		}
		s.Remove(id)
		entries, err := os.ReadDir(root)
		if err != nil || len(entries) > 1 {
			t.Fatalf("%v %v", entries, err)
		}
		if left, err := os.ReadDir(filepath.Join(root, "uploads")); err == nil && len(left) > 0 {
			t.Errorf("%v are left", left)
		}
	})
}

// FuzzAllowed: no file is accepted that a browser may run: no SVG, no HTML, no XML, whatever precedes it.
func FuzzAllowed(f *testing.F) {
	for _, seed := range []string{
		"\x89PNG\r\n\x1a\n", `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`,
		"\ufeff <!-- x --><?xml version='1.0'?><!DOCTYPE svg><svg>",
		"<html>", "GIF89a<script>", "\x00\x00\x00\x18ftypmp42", "RIFF\x00\x00\x00\x00WEBPVP8 ",
		"<?xml?><x:svg xmlns:x='http://www.w3.org/2000/svg'/>",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		kind, ok := allowed(head)
		if !ok {
			return
		}
		if media := kind.String(); !strings.HasPrefix(media, "image/") && !strings.HasPrefix(media, "video/") ||
			strings.Contains(media, "svg") {
			t.Errorf("%q is accepted as %s", head, media)
		}
		text := strings.ToLower(strings.TrimLeft(string(head), " \t\r\n\ufeff"))
		if strings.HasPrefix(text, "<") {
			t.Errorf("%q is accepted as %s", head, kind)
		}
	})
}

// FuzzFileName: the name of a file is a single name of a length that file systems support, with the extension of its
// content.
func FuzzFileName(f *testing.F) {
	for _, seed := range []string{
		"../../etc/passwd", "a.JPG", strings.Repeat("\u00fc", 300), "\xff", "con.png.exe", ". .", "a\x00.png",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		name := fileName(given, ".png")
		if !utf8.ValidString(name) || strings.ContainsAny(name, "/\\:\x00\n\r") || len([]rune(name)) > 104 ||
			strings.HasPrefix(name, ".") || !strings.EqualFold(filepath.Ext(name), ".png") {
			t.Errorf("%q becomes %q", given, name)
		}
		if again := fileName(name, ".png"); again != name {
			t.Errorf("%q becomes %q, then %q", given, name, again)
		}
	})
}
