package quantity

import (
	"math"

	"strand/domain/site"
)

// unitAWG is the American wire gauge, the imperial unit of cross-sections.
const (
	unitAWG = "AWG"
	unitMM2 = "mm²"
)

// unit is a known unit.
type unit struct {
	// base is the unit that values of the measure are compared in.
	base   string
	factor float64
	// zero is the value in the base unit at zero, for temperatures.
	zero float64
	// system is the measurement system of the unit; empty for both.
	system site.MeasurementSystem
	// counterpart is the unit in the other system; empty for none.
	counterpart string
}

func (u unit) toBase(v float64) float64 {
	if u.base == unitMM2 && u.system == site.Imperial {
		return areaOfGauge(v)
	}
	return v*u.factor + u.zero
}

const (
	millimetresPerInch = 25.4
	millimetresPerFoot = 304.8
	kilogramsPerPound  = 0.45359237
	newtonsPerPound    = 4.4482216152605
	pascalsPerPSI      = 6894.757293168
	litresPerCubicFoot = 28.316846592
	newtonMetresPerLbf = 1.3558179483314
	degreesPerCelsius  = 1.8 // of Fahrenheit
)

// units are the known units by their symbols.
var units = map[string]unit{
	unitMM2: {unitMM2, 1, 0, site.Metric, unitAWG},
	unitAWG: {unitMM2, 0, 0, site.Imperial, unitMM2},

	"µm": {"mm", 1e-3, 0, site.Metric, "in"},
	"mm": {"mm", 1, 0, site.Metric, "in"},
	"cm": {"mm", 10, 0, site.Metric, "in"},
	"m":  {"mm", 1000, 0, site.Metric, "ft"},
	"in": {"mm", millimetresPerInch, 0, site.Imperial, "mm"},
	"ft": {"mm", millimetresPerFoot, 0, site.Imperial, "m"},

	"m/s":    {"m/s", 1, 0, site.Metric, "ft/s"},
	"m/min":  {"m/s", 1.0 / 60, 0, site.Metric, "ft/min"},
	"ft/s":   {"m/s", millimetresPerFoot / 1000, 0, site.Imperial, "m/s"},
	"ft/min": {"m/s", millimetresPerFoot / 60000, 0, site.Imperial, "m/min"},

	"kg": {"kg", 1, 0, site.Metric, "lb"},
	"lb": {"kg", kilogramsPerPound, 0, site.Imperial, "kg"},

	"N":   {"N", 1, 0, site.Metric, "lbf"},
	"kN":  {"N", 1000, 0, site.Metric, "lbf"},
	"lbf": {"N", newtonsPerPound, 0, site.Imperial, "N"},

	"Nm":     {"Nm", 1, 0, site.Metric, "lbf·ft"},
	"lbf·ft": {"Nm", newtonMetresPerLbf, 0, site.Imperial, "Nm"},

	"bar": {"bar", 1, 0, site.Metric, "psi"},
	"psi": {"bar", pascalsPerPSI / 1e5, 0, site.Imperial, "bar"},

	"l/min":  {"l/min", 1, 0, site.Metric, "cfm"},
	"Nl/min": {"l/min", 1, 0, site.Metric, "cfm"},
	"cfm":    {"l/min", litresPerCubicFoot, 0, site.Imperial, "l/min"},

	"°C": {"°C", 1, 0, site.Metric, "°F"},
	"°F": {"°C", 1 / degreesPerCelsius, -32 / degreesPerCelsius, site.Imperial, "°C"},

	"pcs/h": {"pcs/h", 1, 0, "", ""},
	"kW":    {"W", 1000, 0, "", ""},
	"W":     {"W", 1, 0, "", ""},
	"kVA":   {"VA", 1000, 0, "", ""},
	"VA":    {"VA", 1, 0, "", ""},
	"V":     {"V", 1, 0, "", ""},
	"V AC":  {"V", 1, 0, "", ""},
	"V DC":  {"V", 1, 0, "", ""},
	"kV":    {"V", 1000, 0, "", ""},
	"A":     {"A", 1, 0, "", ""},
	"mA":    {"A", 1e-3, 0, "", ""},
	"dB(A)": {"dB(A)", 1, 0, "", ""},
	"ms":    {"s", 1e-3, 0, "", ""},
	"s":     {"s", 1, 0, "", ""},
	"min":   {"s", 60, 0, "", ""},
	"h":     {"s", 3600, 0, "", ""},
	"rpm":   {"rpm", 1, 0, "", ""},
	"nm":    {"nm", 1, 0, "", ""}, // of light, in both systems
	"%":     {"%", 1, 0, "", ""},
	"":      {"", 1, 0, "", ""},
}

// System returns the measurement system of a unit; empty for a unit of both, and for one that is not known.
func System(symbol string) site.MeasurementSystem { return units[symbol].system }

// Base returns the unit that values of a unit are compared in, which identifies what is measured: `mm` for `in`. It is
// not ok for a unit that is not known.
func Base(symbol string) (base string, ok bool) {
	u, ok := units[symbol]
	return u.base, ok
}

// UnitIn returns the unit for values of a unit in a measurement system: itself, or its counterpart.
func UnitIn(symbol string, system site.MeasurementSystem) string {
	if u := units[symbol]; u.system != "" && u.system != system {
		return u.counterpart
	}
	return symbol
}

// maxDigitsOfLimit is the number of significant digits of a converted limit.
const maxDigitsOfLimit = 3

// Between returns the range of two numbers in the base unit of a measure, written in a unit of that measure: a Number
// if they are equal. It is not ok if the unit has no value for one of them, such as a gauge for a thick cable.
func Between(low, high float64, symbol string) (q Quantity, ok bool) {
	u, isKnown := units[symbol]
	if !isKnown {
		return Quantity{}, false
	}
	q = Quantity{Kind: Range, Unit: symbol}
	for _, base := range []float64{low, high} {
		n, ok := u.number(base)
		if !ok {
			return Quantity{}, false
		}
		q.numbers = append(q.numbers, n)
	}
	if q.numbers[0] == q.numbers[1] {
		q.Kind, q.numbers = Number, q.numbers[:1]
	}
	return q, true
}

// number returns a value in the base unit, written in the unit.
func (u unit) number(base float64) (number, bool) {
	if u.base == unitMM2 && u.system == site.Imperial {
		gauge, ok := gaugeOfArea(base)
		return number{value: gauge, gauge: gaugeText(gauge)}, ok
	}
	return rounded((base-u.zero)/u.factor, maxDigitsOfLimit), true
}

// Measure is what a unit measures, as far as technical data distinguish it.
type Measure int

const (
	// OtherMeasure is any measure that is none of the others, and that of a unit that is not known.
	OtherMeasure Measure = iota
	Length
	Mass
	Pressure
	Flow
	Temperature
	Sound
	// Electricity is voltage, current and power.
	Electricity
)

// measures are the measures by their base units.
var measures = map[string]Measure{
	"mm": Length, "kg": Mass, "bar": Pressure, "l/min": Flow, "°C": Temperature, "dB(A)": Sound,
	"V": Electricity, "A": Electricity, "W": Electricity, "VA": Electricity,
}

// MeasureOf returns what a unit measures.
func MeasureOf(symbol string) Measure { return measures[units[symbol].base] }

// areaOfGauge returns the cross-section of a gauge in mm² (ASTM B 258). Gauges 1/0 to 4/0 are 0 to -3.
func areaOfGauge(gauge float64) float64 {
	diameter := 0.127 * math.Pow(92, (36-gauge)/39)
	return math.Pi / 4 * diameter * diameter
}

// The gauges that conductors are made in: even ones from 4/0 to 40, and those between 1/0 and 4/0.
const (
	thickestGauge = -3
	thinnestGauge = 40
)

// gaugeOfArea returns the gauge that is closest to a cross-section in mm²; not ok outside of the usual gauges.
func gaugeOfArea(area float64) (gauge float64, ok bool) {
	best, bestRatio := 0.0, math.Inf(1)
	for g := thickestGauge; g <= thinnestGauge; g++ {
		if g > 1 && g%2 != 0 {
			continue
		}
		ratio := math.Abs(math.Log(areaOfGauge(float64(g)) / area))
		if ratio < bestRatio {
			best, bestRatio = float64(g), ratio
		}
	}
	const closest = 0.25 // the distance of two even gauges is 0.46
	return best, bestRatio <= closest
}

// In returns the value in a measurement system: itself if its unit belongs to the system or to both. It is not ok for a
// Text, and for a unit without a counterpart in the system.
func (q Quantity) In(system site.MeasurementSystem) (Quantity, bool) {
	from, isKnown := units[q.Unit]
	if len(q.numbers) == 0 || !isKnown {
		return q, false
	}
	if from.system == "" || from.system == system {
		return q, true
	}
	to := units[from.counterpart]
	converted := Quantity{Kind: q.Kind, Unit: from.counterpart, sign: q.sign}
	for _, n := range q.numbers {
		c, ok := n.convert(from, to, q.Kind == Tolerance)
		if !ok {
			return q, false
		}
		converted.numbers = append(converted.numbers, c)
	}
	return converted, true
}

func (n number) convert(from, to unit, isTolerance bool) (number, bool) {
	base := from.toBase(n.value)
	if to.base == unitMM2 && to.system == site.Imperial {
		gauge, ok := gaugeOfArea(base)
		return number{value: gauge, gauge: gaugeText(gauge)}, ok
	}
	digits := n.digits()
	switch {
	case from.base == unitMM2:
		digits = 2 // cross-sections of gauges are nominal
	case !isTolerance:
		digits = min(digits+1, 3)
		if n.digits() > 3 && math.Mod(n.value, 10) != 0 {
			digits = 4
		}
	}
	return rounded((base-to.zero)/to.factor, digits), true
}

// digits returns the number of written digits without leading zeros, at least one.
func (n number) digits() int {
	if n.value == 0 {
		return 1
	}
	return max(n.decimals+int(math.Floor(math.Log10(math.Abs(n.value))))+1, 1)
}

// rounded returns a number with significant digits, without zeros at the end of its decimals.
func rounded(value float64, digits int) number {
	if value == 0 {
		return number{}
	}
	decimals := digits - int(math.Floor(math.Log10(math.Abs(value)))) - 1
	scale := math.Pow(10, float64(decimals))
	value = math.Round(value*scale) / scale
	for decimals > 0 && isWhole(value*math.Pow(10, float64(decimals-1))) {
		decimals--
	}
	return number{value: value, decimals: max(decimals, 0)}
}

func isWhole(v float64) bool { return math.Abs(v-math.Round(v)) < 1e-6 }
