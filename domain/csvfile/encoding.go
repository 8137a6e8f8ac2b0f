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
}

// chinese is required for Chinese encodings: Korean, Russian and Greek text can be read in them, too.
const chinese = "zh"

// codePages are in the order of their preference.
var codePages = []codePage{
	{"Windows-1252", charmap.Windows1252, "en de fr es pt", nil},
	{"Windows-1250", charmap.Windows1250, "cs hu ro sk", nil},
	// Kana, and the kanji of level 1.
	{"Shift_JIS", japanese.ShiftJIS, "ja", func(lead, _ byte) bool {
		return lead <= 0x83 || lead >= 0x88 && lead <= 0x98
	}},
	// The characters of GB 2312.
	{"GB18030", simplifiedchinese.GB18030, chinese, func(lead, trail byte) bool {
		return lead >= 0xb0 && lead <= 0xf7 && trail >= 0xa1
	}},
	{"Big5", traditionalchinese.Big5, chinese, func(lead, _ byte) bool { return lead >= 0xa4 && lead <= 0xc6 }},
}

// alphabets have the letters by which a language tells Windows-1250 from Windows-1252: those that a byte means in one
// encoding only. English and German have none.
var alphabets = map[string]string{
	"fr": "àèêùûïœÿ" + "ÀÈÊÙÛÏŒŸ",
	"es": "ñ" + "Ñ",
	"pt": "ãõàê" + "ÃÕÀÊ",
	"cs": "čďěňřťů" + "ČĎĚŇŘŤŮ",
	"sk": "čďĺľňŕť" + "ČĎĹĽŇŔŤ",
	"hu": "őű" + "ŐŰ",
	"ro": "ăşţ" + "ĂŞŢ",
}

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
	// texts are the different plausible ones; chosen is the first that is in the user's language.
	var texts []string
	chosen := ""
	unresolved := &EncodingError{}
	for _, page := range codePages {
		isOwn := slices.Contains(strings.Fields(page.languages), language)
		if page.languages == chinese && !isOwn {
			continue
		}
		text, err := page.encoding.NewDecoder().String(string(data))
		if err != nil || !isPlausible(text) || !page.isMostlyCommon(data) {
			continue
		}
		unresolved.Encodings = append(unresolved.Encodings, page.name)
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		if chosen == "" && isOwn && hasLettersOf(text, language) {
			chosen = text
		}
	}
	switch {
	case len(texts) == 1:
		return texts[0], nil
	case chosen != "":
		return chosen, nil
	}
	return "", unresolved
}

// hasLettersOf tells whether the letters by which a text differs between code pages are those of a language.
func hasLettersOf(text, language string) bool {
	for _, r := range text {
		isCertain := r < utf8.RuneSelf || r > 0x24f || strings.ContainsRune(sharedLetters, r) || !stdunicode.IsLetter(r)
		if !isCertain && !strings.ContainsRune(alphabets[language], r) {
			return false
		}
	}
	return true
}

// sharedLetters are the letters that have the same byte in Windows-1250 and Windows-1252.
var sharedLetters = func() (letters string) {
	for b := 0x80; b <= 0xff; b++ {
		one := charmap.Windows1252.DecodeByte(byte(b))
		if one == charmap.Windows1250.DecodeByte(byte(b)) && stdunicode.IsLetter(one) {
			letters += string(one)
		}
	}
	return letters
}()

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
		switch {
		case r == utf8.RuneError, stdunicode.Is(stdunicode.Co, r), r >= 0x80 && r < 0xa0:
			return false
		case r < utf8.RuneSelf:
			accented = 0
		case isEastAsian(r):
			if !isEastAsian(before) && !isEastAsian(after) && (isASCIILetter(before) || isASCIILetter(after)) {
				return false
			}
			if isHalfWidth(r) && !isHalfWidth(before) && !isHalfWidth(after) {
				return false
			}
		case (r == 'ª' || r == 'º') && stdunicode.IsLetter(after):
			return false
		case stdunicode.IsLetter(r):
			accented++
			if accented > 2 || stdunicode.IsUpper(r) && stdunicode.IsLower(before) {
				return false
			}
		default:
			accented = 0
			isInWord := stdunicode.IsLetter(before) && stdunicode.IsLetter(after)
			if isInWord && !strings.ContainsRune("’‘´·–—\u00ad\u00a0", r) {
				return false
			}
		}
	}
	return true
}

func isASCIILetter(r rune) bool { return r < utf8.RuneSelf && stdunicode.IsLetter(r) }

func isHalfWidth(r rune) bool { return r >= 0xff61 && r <= 0xff9f }

func isEastAsian(r rune) bool {
	return isHalfWidth(r) ||
		stdunicode.In(r, stdunicode.Han, stdunicode.Hiragana, stdunicode.Katakana, stdunicode.Hangul)
}

// isMostlyCommon tells whether most characters of a file are common in the encoding.
func (p codePage) isMostlyCommon(data []byte) bool {
	if p.isCommon == nil {
		return true
	}
	common, rare := 0, 0
	for i := 0; i < len(data)-1; i++ {
		if data[i] < utf8.RuneSelf {
			continue
		}
		if p.isCommon(data[i], data[i+1]) {
			common++
		} else {
			rare++
		}
		i++
	}
	return common > rare
}
