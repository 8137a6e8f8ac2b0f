package sis

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"strand/demo/sis/generated"
)

// text is a text in one language or in several.
type text map[string]string

// UnmarshalYAML decodes a plain text, or a map by language.
func (t *text) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*t = text{"en": n.Value}
		return nil
	}
	return n.Decode((*map[string]string)(t))
}

// in returns the text in the language of a locale, else in English.
func (t text) in(locale string) string {
	language, _, _ := strings.Cut(locale, "-")
	if s, ok := t[language]; ok {
		return s
	}
	return t["en"]
}

func (t text) optional(locale string) *string {
	if s := t.in(locale); s != "" {
		return &s
	}
	return nil
}

// investors is the content of content/sis/investors.yaml.
type investors struct {
	Tables            map[generated.InvestorTableKind]*tableFile
	YearEndPrices     map[int]float64 `yaml:"yearEndPrices"`
	FinancialCalendar []struct {
		Date            string
		Title, Location text
	} `yaml:"financialCalendar"`
	prices []pricePoint
}

type tableFile struct {
	LabelTitle text `yaml:"labelTitle"`
	Columns    []struct {
		Key         string
		Title, Unit text
		Decimals    int
	}
	// Rows contains rows of a label and a value per column.
	Rows [][]yaml.Node
	Note text
}

// pricePoint is the price of the share on a day, and of an index with the same initial value.
type pricePoint struct {
	day          time.Time
	share, index float64
	// total is the present value of 100 invested on the first day, dividends included.
	total, indexTotal float64
}

func loadInvestors(dir string) (*investors, error) {
	data, err := os.ReadFile(filepath.Join(dir, "investors.yaml"))
	if os.IsNotExist(err) {
		return &investors{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the investor tables: %w", err)
	}
	i := &investors{}
	if err := yaml.Unmarshal(data, i); err != nil {
		return nil, fmt.Errorf("parse the investor tables: %w", err)
	}
	i.prices = i.draw()
	return i, nil
}

// draw generates a price for every weekday from the prices at the ends of years: a reproducible random walk that is
// adjusted to reach each year's end.
func (i *investors) draw() []pricePoint {
	first, last := math.MaxInt, 0
	for year := range i.YearEndPrices {
		first, last = min(first, year), max(last, year)
	}
	var points []pricePoint
	chance := rand.New(rand.NewPCG(1, 2)) // made-up prices
	index, dividends := 100.0, 0.0
	for year := first + 1; year <= last; year++ {
		days := weekdays(year)
		walk := make([]float64, len(days)+1)
		for d := range days {
			walk[d+1] = walk[d] + chance.NormFloat64()*0.011
		}
		from, to := math.Log(i.YearEndPrices[year-1]), math.Log(i.YearEndPrices[year])
		for d, day := range days {
			part := float64(d+1) / float64(len(days))
			price := math.Exp(from + (to-from)*part + walk[d+1] - walk[len(days)]*part)
			index *= 1 + 0.00024 + chance.NormFloat64()*0.006
			if d == len(days)/3 {
				dividends += price * 0.028 / i.YearEndPrices[first] * 100
			}
			points = append(points, pricePoint{
				day:   day,
				share: round(price, 2),
				index: round(index, 2),
				total: round(
					price/i.YearEndPrices[first]*100+dividends,
					1,
				),
				indexTotal: round(index*math.Pow(1.021, float64(year-first-1)+part), 1),
			})
		}
	}
	return points
}

func weekdays(year int) []time.Time {
	var days []time.Time
	for d := time.Date(year, 1, 2, 0, 0, 0, 0, time.UTC); d.Year() == year; d = d.AddDate(0, 0, 1) {
		if d.Weekday() != time.Saturday && d.Weekday() != time.Sunday {
			days = append(days, d)
		}
	}
	return days
}

func round(v float64, decimals int) float64 {
	factor := math.Pow10(decimals)
	return math.Round(v*factor) / factor
}

// table returns a table; nil if it does not exist.
func (i *investors) table(kind generated.InvestorTableKind, locale string) *generated.InvestorTable {
	switch kind {
	case generated.InvestorTableKindSharePrice, generated.InvestorTableKindTotalReturn:
		return i.series(kind, locale)
	}
	f := i.Tables[kind]
	if f == nil {
		return nil
	}
	t := &generated.InvestorTable{
		Kind:       kind,
		LabelTitle: f.LabelTitle.in(locale),
		Note:       f.Note.optional(locale),
		Columns:    []*generated.InvestorColumn{},
		Rows:       []*generated.InvestorRow{},
	}
	for _, c := range f.Columns {
		t.Columns = append(t.Columns, &generated.InvestorColumn{
			Key: c.Key, Title: c.Title.in(locale), Unit: c.Unit.optional(locale), Decimals: c.Decimals,
		})
	}
	for _, cells := range f.Rows {
		if len(cells) == 0 {
			continue
		}
		var label text
		if err := cells[0].Decode(&label); err != nil {
			continue
		}
		row := &generated.InvestorRow{Label: label.in(locale), Values: make([]*float64, len(t.Columns))}
		for c := range row.Values {
			if c+1 < len(cells) {
				if v, err := strconv.ParseFloat(cells[c+1].Value, 64); err == nil {
					row.Values[c] = &v
				}
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// The titles of the drawn prices, and the note below them.
var (
	dayTitle = text{
		"en": "Date", "de": "Datum", "fr": "Date", "es": "Fecha", "pt": "Data", "cs": "Datum", "hu": "Dátum",
		"ro": "Data", "sk": "Dátum", "ja": "日付", "zh": "日期",
	}
	shareTitle = text{
		"en": "Share", "de": "Aktie", "fr": "Action", "es": "Acción", "pt": "Ação", "cs": "Akcie", "hu": "Részvény",
		"ro": "Acțiune", "sk": "Akcia", "ja": "株価", "zh": "股价",
	}
	indexTitle = text{
		"en": "Industry index", "de": "Branchenindex", "fr": "Indice du secteur", "es": "Índice del sector",
		"pt": "Índice do setor", "cs": "Index odvětví", "hu": "Iparági index", "ro": "Indicele sectorului",
		"sk": "Index odvetvia", "ja": "業界指数", "zh": "行业指数",
	}
	priceNote = text{
		"en": "Made-up prices of a sample company.",
		"de": "Erfundene Kurse eines Beispielunternehmens.",
		"fr": "Cours fictifs d’une entreprise d’exemple.",
		"es": "Cotizaciones ficticias de una empresa de muestra.",
		"pt": "Cotações fictícias de uma empresa de exemplo.",
		"cs": "Smyšlené kurzy ukázkové společnosti.",
		"hu": "Egy mintavállalat kitalált árfolyamai.",
		"ro": "Cursuri fictive ale unei companii demonstrative.",
		"sk": "Vymyslené kurzy ukážkovej spoločnosti.",
		"ja": "サンプル企業の架空の株価です。",
		"zh": "示例公司的虚构股价。",
	}
)

// series returns the share's prices by day, or its total return by week.
func (i *investors) series(kind generated.InvestorTableKind, locale string) *generated.InvestorTable {
	if len(i.prices) == 0 {
		return nil
	}
	chf := "CHF"
	t := &generated.InvestorTable{
		Kind:       kind,
		LabelTitle: dayTitle.in(locale),
		Note:       priceNote.optional(locale),
	}
	if kind == generated.InvestorTableKindSharePrice {
		t.Columns = []*generated.InvestorColumn{{Key: "share", Title: shareTitle.in(locale), Unit: &chf, Decimals: 2}}
	} else {
		t.Columns = []*generated.InvestorColumn{{
			Key:      "share",
			Title:    "Strand Group",
			Decimals: 1,
		}, {
			Key:      "index",
			Title:    indexTitle.in(locale),
			Decimals: 1,
		}}
	}
	for _, p := range i.prices {
		row := &generated.InvestorRow{Label: p.day.Format(time.DateOnly), Values: []*float64{&p.share}}
		if kind == generated.InvestorTableKindTotalReturn {
			if p.day.Weekday() != time.Friday {
				continue
			}
			row.Values = []*float64{&p.total, &p.indexTotal}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (r root) InvestorTable(
	_ context.Context,
	kind generated.InvestorTableKind,
	locale string,
) (*generated.InvestorTable, error) {
	return r.server.investors.table(kind, locale), nil
}

func (r root) FinancialCalendar(_ context.Context, locale string) ([]*generated.FinancialDate, error) {
	dates := []*generated.FinancialDate{}
	for _, d := range r.server.investors.FinancialCalendar {
		dates = append(
			dates,
			&generated.FinancialDate{Date: d.Date, Title: d.Title.in(locale), Location: d.Location.optional(locale)},
		)
	}
	return dates, nil
}
