package csvfile

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// TestRead_Encodings: files that spreadsheets in the languages of the client write are read with the right letters, or
// refused with the possible encodings; never with other letters.
//
// Rules: MACH-14.
func TestRead_Encodings(t *testing.T) {
	utf16 := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	for name, test := range map[string]struct {
		encoding encoding.Encoding
		text     string
		read     string // languages of users in which the file is read
		refused  string // and those in which it is refused
	}{
		"German":              {charmap.Windows1252, "Müller;Groß\nKöhler;Jörg – Halle 2", "en de fr cs hu ja zh", ""},
		"German capitals":     {charmap.Windows1252, "MÜLLER;Änne\nÖtzi;“A”", "en de ja zh", ""},
		"short German":        {charmap.Windows1252, "Grün;Kai", "en de cs", ""},
		"French":              {charmap.Windows1252, "Lefèvre;Hélène\nGarçon;François", "fr", "en de es pt"},
		"Spanish":             {charmap.Windows1252, "Peña;José\nNúñez;Íñigo", "es", "en de fr"},
		"Portuguese":          {charmap.Windows1252, "Guimarães;João\nConceição;Inês", "pt", "en de es"},
		"Danish":              {charmap.Windows1252, "Sørensen;Bjørn", "", "en de fr"},
		"Czech":               {charmap.Windows1250, "Řeřicha;Žofie\nDvořák;Jiří", "cs", "en de fr hu"},
		"a Czech machine":     {charmap.Windows1250, "Lis č. 1;Praha", "cs sk", "en de hu"},
		"Slovak":              {charmap.Windows1250, "Kováč;Ľubomír\nŠťastný;Ján", "sk en de", ""},
		"Hungarian":           {charmap.Windows1250, "Szőke;Ferenc\nErdős;László", "hu", "en de cs"},
		"Romanian":            {charmap.Windows1250, "Brăila;Ştefan\nCârţan;Mădălina", "ro en de", ""},
		"Polish":              {charmap.Windows1250, "Wałęsa;Łukasz", "en de cs", ""},
		"Japanese":            {japanese.ShiftJIS, "太郎;山田\n佐藤;花子", "ja en de zh cs", ""},
		"Japanese katakana":   {japanese.ShiftJIS, "アルファ;プレス機 2", "ja en zh", ""},
		"simplified Chinese":  {simplifiedchinese.GBK, "王;小明\n李;娜", "zh", "en ja"},
		"traditional Chinese": {traditionalchinese.Big5, "陳;志明\n林;淑芬", "zh", "en ja"},
		"Korean":              {korean.EUCKR, "김;철수\n이;영희", "", "en"},
		"Russian":             {charmap.Windows1251, "Иванов;Иван", "", "en de cs fr ja"},
		"Slovak letters":      {charmap.Windows1250, "Zváračka;Žilina\nĎurica;Ľubica", "sk", "en fr cs hu"},
		"Czech rings":         {charmap.Windows1250, "Zkušební stůl;Růžena", "cs", "en fr de"},
		"Portuguese names":    {charmap.Windows1252, "Estação;São José\nMagalhães;Antônio", "pt", "en ro sk"},
		"Swedish":             {charmap.Windows1252, "Åkesson;Märta\nÖberg;Håkan", "", "en sk cs"},
		"Slovenian":           {charmap.Windows1250, "Črnomelj;Žiga", "cs sk", "fr en"},
		"ISO 8859-2":          {charmap.ISO8859_2, "Žďár;Šťastná\nPříbram;Jan", "", "cs sk en fr"},
		"a short GBK file":    {simplifiedchinese.GBK, "吕;布", "", "zh fr pt sk en"},
		"longer Chinese":      {simplifiedchinese.GBK, "压接机一号;苏州工厂\n欧阳;雪峰", "zh", "en ja fr"},
		"longer Taiwanese":    {traditionalchinese.Big5, "壓接機;新竹廠\n歐陽;雪峰", "", "en ja fr"},
		"Korean words":        {korean.EUCKR, "압착기;수원\n박;지성", "", "zh en ja"},
		"wide digits":         {japanese.ShiftJIS, "圧着機１号;名古屋（工場）\nジャン・ポール;森", "ja en de zh", ""},
		"half-width kana":     {japanese.ShiftJIS, "ﾌﾟﾚｽ;ｵｵｻｶ\n斎藤;健", "ja", ""},
		"Unicode text":        {utf16, "山田;č", "en ja cs", ""},
	} {
		file, err := test.encoding.NewEncoder().String("firstName;lastName\n" + test.text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, language := range strings.Fields(test.read) {
			rows, err := Read([]byte(file), language)
			var lines []string
			for _, row := range rows {
				lines = append(lines, strings.Join(row.Cells, ";"))
			}
			if got := strings.Join(lines, "\n"); err != nil || got != "firstName;lastName\n"+test.text {
				t.Errorf("%s, read by a user in %s: %q, %v", name, language, got, err)
			}
		}
		for _, language := range strings.Fields(test.refused) {
			rows, err := Read([]byte(file), language)
			if unknown := new(EncodingError); !errors.As(err, &unknown) {
				t.Errorf("%s, read by a user in %s: %v, %v", name, language, rows, err)
			}
		}
	}
	unknown := new(EncodingError)
	if _, err := Read([]byte("Lis \xe8. 1"), "en"); !errors.As(err, &unknown) ||
		!slices.Equal(unknown.Encodings, []string{"Windows-1252", "Windows-1250"}) {
		t.Errorf("the possible encodings: %v", err)
	}
}

// FuzzRead: any bytes are read as valid text or refused with a known error.
func FuzzRead(f *testing.F) {
	f.Add([]byte("a;b\n\x91\xbe\x98Y;\x8eR\x93c"), "ja")
	f.Add([]byte("Lis \xe8. 1"), "cs")
	f.Add([]byte("\xff\xfea\x00"), "en")
	f.Add([]byte("\xd8e\xf8icha"), "")
	f.Fuzz(func(t *testing.T, data []byte, language string) {
		rows, err := Read(data, language)
		if err != nil {
			if !errors.Is(err, ErrNotText) && !errors.As(err, new(*EncodingError)) &&
				!errors.As(err, new(*SyntaxError)) {
				t.Errorf("%v", err)
			}
			return
		}
		for _, row := range rows {
			for _, cell := range row.Cells {
				if !utf8.ValidString(cell) || strings.ContainsRune(cell, 0) {
					t.Errorf("%q", cell)
				}
			}
		}
	})
}
