package csvfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	stdunicode "unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// EncodingError is the error of a file that reads as text in several encodings, none of which is certain.
type EncodingError struct {
	// Encodings are the names of the possible encodings; empty if the file reads as text in none.
	Encodings []string
}

func (e *EncodingError) Error() string {
	return fmt.Sprintf("the encoding is unknown: %v", e.Encodings)
}

// codePage is an encoding in which spreadsheets write CSV files, that of the computer's language.
type codePage struct {
	name      string
	encoding  encoding.Encoding
	languages string // the codes of the languages of the client whose computers use it
	// isCommon tells whether two bytes are a character of common words and names; nil for encodings of single bytes.
	// Text of another encoding becomes rare characters.
	isCommon func(lead, trail byte) bool
	// isSingle tells whether a byte is a common character of its own; nil for none.
	isSingle func(b byte) bool
}

// codePages are in the order of their preference. The languages of Chinese encodings are required: Korean, Russian and
// Greek text can be read in them, too.
var codePages = []codePage{
	{"Windows-1252", charmap.Windows1252, "en de fr es pt", nil, nil},
	{"Windows-1250", charmap.Windows1250, "cs hu ro sk", nil, nil},
	// Kana, also of half width, and the kanji of level 1.
	{"Shift_JIS", japanese.ShiftJIS, "ja", func(lead, _ byte) bool {
		return lead <= 0x83 || lead >= 0x88 && lead <= 0x98
	}, func(b byte) bool { return b >= 0xa1 && b <= 0xdf }},
	// The characters of GB 2312.
	{"GB18030", simplifiedchinese.GB18030, "zh", func(lead, trail byte) bool {
		return lead >= 0xb0 && lead <= 0xf7 && trail >= 0xa1
	}, nil},
	{"Big5", traditionalchinese.Big5, "zh", func(lead, _ byte) bool { return lead >= 0xa4 && lead <= 0xc6 }, nil},
}

// alphabets have the letters beside those of ASCII of the languages that Windows-1250 and Windows-1252 differ in. Those
// of English and German are the same in both.
var alphabets = map[string]string{
	"fr": "àâæçèéêëîïôœùûüÿ",
	"es": "áéíñóúüªº",
	"pt": "àáâãçéêíóôõúüªº",
	"cs": "áčďéěíňóřšťúůýž",
	"sk": "áäčďéíĺľňóôŕšťúýž",
	"hu": "áéíóöőúüű",
	"ro": "âăîşţ",
}

// plainSigns are signs beside those of ASCII that texts of all languages have. Others are letters of another encoding.
const plainSigns = "\u00a0€°–—‘’“”„…·§±×µ"

// decode returns the text of a file. language is that of the user, whose spreadsheet probably uses its code page.
func decode(data []byte, language string) (string, error) {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data)
		if err != nil || bytes.IndexByte(text, 0) >= 0 {
			return "", ErrNotText
		}
		return string(text), nil
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return "", ErrNotText
	}
	if utf8.Valid(data) {
		return strings.TrimPrefix(string(data), "\ufeff"), nil
	}
	return decodeCodePage(data, language)
}

// decodeCodePage reads a file of a spreadsheet that does not write Unicode. Languages share bytes, and files are too
// short for statistics: a code page is chosen only if the file is implausible in all others, or if its letters are
// those of the user's language (decision 47).
func decodeCodePage(data []byte, language string) (string, error) {
	language, _, _ = strings.Cut(language, "-")
	texts := map[string]string{}
	var possible []codePage
	for _, page := range codePages {
		text, err := page.encoding.NewDecoder().String(string(data))
		if err == nil && isPlausible(text) && page.isMostlyCommon(data) && page.isPossibleFor(language) {
			texts[page.name] = text
			possible = append(possible, page)
		}
	}
	unresolved := &EncodingError{}
	for _, page := range possible {
		unresolved.Encodings = append(unresolved.Encodings, page.name)
	}
	if len(possible) == 0 {
		return "", unresolved
	}
	first := texts[possible[0].name]
	isSame := true
	for _, text := range texts {
		isSame = isSame && text == first
	}
	if isSame {
		return first, nil
	}
	for _, page := range possible {
		text := texts[page.name]
		if page.isOf(language) && hasLettersOf(text, language) && !page.isOneOfMany(possible) {
			return text, nil
		}
	}
	return "", unresolved
}

// isOneOfMany tells whether a file has East Asian characters in other encodings, too.
func (p codePage) isOneOfMany(possible []codePage) bool {
	return p.isCommon != nil && slices.ContainsFunc(possible, func(other codePage) bool {
		return other.isCommon != nil && other.name != p.name
	})
}

// hasLettersOf tells whether the letters of a text that can be one of another code page are those of a language, as far
// as they are not East Asian. A single letter of another language is a reason to refuse it: `Růžena` is `Rùžena` in
// Windows-1252, and French has no `ž`.
func hasLettersOf(text, language string) bool {
	for _, r := range text {
		isCertain := r < utf8.RuneSelf || r > 0x24f || strings.ContainsRune(plainSigns, r)
		if !isCertain && !strings.ContainsRune(alphabets[language], stdunicode.ToLower(r)) {
			return false
		}
	}
	return true
}

// isPlausible tells whether a decoded file can be a written text: no byte without a meaning, no sign within a
// word, no three accented letters in a row, no single East Asian character within a word of Latin letters.
func isPlausible(text string) bool {
	runes := []rune(text)
	at := func(i int) rune {
		if i < 0 || i >= len(runes) {
			return ' '
		}
		return runes[i]
	}
	accented := 0
	for i, r := range runes {
		before, after := at(i-1), at(i+1)
		isBetweenLetters := stdunicode.IsLetter(before) && stdunicode.IsLetter(after)
		switch {
		case r == utf8.RuneError, stdunicode.Is(stdunicode.Co, r), r >= 0x80 && r < 0xa0:
			return false
		case r < utf8.RuneSelf:
			accented = 0
		case isEastAsian(r):
			if !isEastAsian(before) && !isEastAsian(after) && (isASCIILetter(before) || isASCIILetter(after)) {
				return false
			}
			if r >= 0xff61 && r <= 0xff9f && !isHalfWidth(before) && !isHalfWidth(after) {
				return false
			}
		case isWideSign(r):
			accented = 0
		case (r == 'ª' || r == 'º') && stdunicode.IsLetter(after):
			return false
		case stdunicode.IsLetter(r):
			accented++
			isInnerCapital := stdunicode.IsUpper(r) && stdunicode.IsLower(before)
			if accented > 2 || isInnerCapital {
				return false
			}
		default:
			accented = 0
			if isBetweenLetters && !strings.ContainsRune("’‘´·–—\u00ad\u00a0", r) {
				return false
			}
		}
	}
	return true
}

func isASCIILetter(r rune) bool { return r < utf8.RuneSelf && stdunicode.IsLetter(r) }

func isHalfWidth(r rune) bool { return r >= 0xff61 && r <= 0xff9f }

// isWideSign tells whether a character is a sign or digit of East Asian texts, which are beside their letters.
func isWideSign(r rune) bool {
	return r >= 0x3000 && r <= 0x303f && r != '々' || r == '・' || r >= 0xff01 && r <= 0xff60
}

func isEastAsian(r rune) bool {
	return isHalfWidth(r) ||
		stdunicode.In(r, stdunicode.Han, stdunicode.Hiragana, stdunicode.Katakana, stdunicode.Hangul)
}

func (p codePage) isOf(language string) bool {
	return slices.Contains(strings.Fields(p.languages), language)
}

func (p codePage) isPossibleFor(language string) bool { return p.languages != "zh" || language == "zh" }

// isMostlyCommon tells whether nearly all characters of a file are common in the encoding.
func (p codePage) isMostlyCommon(data []byte) bool {
	if p.isCommon == nil {
		return true
	}
	common, rare := 0, 0
	for i := 0; i < len(data); i++ {
		if data[i] < utf8.RuneSelf {
			continue
		}
		if p.isSingle != nil && p.isSingle(data[i]) {
			common++
			continue
		}
		if i+1 < len(data) && p.isCommon(data[i], data[i+1]) {
			common++
		} else {
			rare++
		}
		i++
	}
	return common > 0 && common >= leastCommon*rare
}

// leastCommon is the least number of common characters for each rare one.
const leastCommon = 4
