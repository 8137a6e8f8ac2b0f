package quantity

import (
	"math"
	"strings"

	"golang.org/x/text/unicode/norm"

	"strand/domain/site"
)

// unitAWG is the American wire gauge, the imperial unit of cross-sections.
const (
	unitAWG = "AWG"
	unitMM2 = "mm²"

	unitCelsius = "°C"
)

// The bases of the measures of what a machine processes: the cross-section of a wire, and the output (see Base).
const (
	CrossSection = unitMM2
	Output       = "pcs/h"
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

func (u unit) isGauge() bool { return u.base == unitMM2 && u.system == site.Imperial }

// isTemperature reports whether the unit has a zero of its own.
func (u unit) isTemperature() bool { return u.base == unitCelsius }

// toBase returns a value of a kind in the base unit. A difference has no zero: 1 °C is 1.8 °F.
func (u unit) toBase(v float64, kind Kind) float64 {
	switch {
	case u.isGauge():
		return areaOfGauge(v)
	case kind.isDifference():
		return v * u.factor
	}
	return v*u.factor + u.zero
}

// fromBase returns a value of a kind in the base unit in this unit, which is no gauge.
func (u unit) fromBase(base float64, kind Kind) float64 {
	if kind.isDifference() {
		return base / u.factor
	}
	return (base - u.zero) / u.factor
}

const (
	millimetresPerInch = 25.4
	millimetresPerFoot = 304.8
	kilogramsPerPound  = 0.45359237
	kilogramsPerOunce  = kilogramsPerPound / 16
	newtonsPerPound    = 4.4482216152605
	newtonsPerKilogram = 9.80665
	pascalsPerPSI      = 6894.757293168
	pascalsPerBar      = 1e5
	litresPerCubicFoot = 28.316846592
	litresPerGallon    = 3.785411784
	newtonMetresPerLbf = 1.3558179483314
	degreesPerCelsius  = 1.8 // of Fahrenheit
	minutesPerHour     = 60
)

// units are the known units by their symbols; aliases have other ways to write them.
var units = map[string]unit{
	unitMM2: {unitMM2, 1, 0, site.Metric, unitAWG},
	unitAWG: {unitMM2, 0, 0, site.Imperial, unitMM2},

	"µm":  {"mm", 1e-3, 0, site.Metric, "in"},
	"mm":  {"mm", 1, 0, site.Metric, "in"},
	"cm":  {"mm", 10, 0, site.Metric, "in"},
	"m":   {"mm", 1000, 0, site.Metric, "ft"},
	"in":  {"mm", millimetresPerInch, 0, site.Imperial, "mm"},
	"ft":  {"mm", millimetresPerFoot, 0, site.Imperial, "m"},
	"mil": {"mm", millimetresPerInch / 1000, 0, site.Imperial, "mm"},

	"cm²": {"m²", 1e-4, 0, site.Metric, "in²"},
	"m²":  {"m²", 1, 0, site.Metric, "ft²"},
	"in²": {"m²", millimetresPerInch * millimetresPerInch / 1e6, 0, site.Imperial, "cm²"},
	"ft²": {"m²", millimetresPerFoot * millimetresPerFoot / 1e6, 0, site.Imperial, "m²"},

	"mm/s":   {"m/s", 1e-3, 0, site.Metric, "in/s"},
	"m/s":    {"m/s", 1, 0, site.Metric, "ft/s"},
	"m/min":  {"m/s", 1.0 / 60, 0, site.Metric, "ft/min"},
	"in/s":   {"m/s", millimetresPerInch / 1000, 0, site.Imperial, "mm/s"},
	"ft/s":   {"m/s", millimetresPerFoot / 1000, 0, site.Imperial, "m/s"},
	"ft/min": {"m/s", millimetresPerFoot / 60000, 0, site.Imperial, "m/min"},
	"m/s²":   {"m/s²", 1, 0, site.Metric, "ft/s²"},
	"ft/s²":  {"m/s²", millimetresPerFoot / 1000, 0, site.Imperial, "m/s²"},

	"g":  {"kg", 1e-3, 0, site.Metric, "oz"},
	"kg": {"kg", 1, 0, site.Metric, "lb"},
	"t":  {"kg", 1000, 0, site.Metric, "lb"},
	"oz": {"kg", kilogramsPerOunce, 0, site.Imperial, "g"},
	"lb": {"kg", kilogramsPerPound, 0, site.Imperial, "kg"},

	"mN":  {"N", 1e-3, 0, site.Metric, "lbf"},
	"N":   {"N", 1, 0, site.Metric, "lbf"},
	"daN": {"N", 10, 0, site.Metric, "lbf"},
	"kN":  {"N", 1000, 0, site.Metric, "lbf"},
	"kgf": {"N", newtonsPerKilogram, 0, site.Metric, "lbf"},
	"lbf": {"N", newtonsPerPound, 0, site.Imperial, "N"},

	"Ncm":    {"Nm", 1e-2, 0, site.Metric, "lbf·in"},
	"Nm":     {"Nm", 1, 0, site.Metric, "lbf·ft"},
	"lbf·ft": {"Nm", newtonMetresPerLbf, 0, site.Imperial, "Nm"},
	"lbf·in": {"Nm", newtonMetresPerLbf / 12, 0, site.Imperial, "Nm"},

	"Pa":   {"bar", 1 / pascalsPerBar, 0, site.Metric, "psi"},
	"kPa":  {"bar", 1e3 / pascalsPerBar, 0, site.Metric, "psi"},
	"MPa":  {"bar", 1e6 / pascalsPerBar, 0, site.Metric, "psi"},
	"mbar": {"bar", 1e-3, 0, site.Metric, "psi"},
	"bar":  {"bar", 1, 0, site.Metric, "psi"},
	"psi":  {"bar", pascalsPerPSI / pascalsPerBar, 0, site.Imperial, "bar"},

	"l/h":    {"l/min", 1.0 / minutesPerHour, 0, site.Metric, "cfm"},
	"l/min":  {"l/min", 1, 0, site.Metric, "cfm"},
	"Nl/min": {"l/min", 1, 0, site.Metric, "cfm"},
	"l/s":    {"l/min", 60, 0, site.Metric, "cfm"},
	"m³/min": {"l/min", 1000, 0, site.Metric, "cfm"},
	"m³/h":   {"l/min", 1000.0 / minutesPerHour, 0, site.Metric, "cfm"},
	"cfm":    {"l/min", litresPerCubicFoot, 0, site.Imperial, "l/min"},

	"ml":  {"l", 1e-3, 0, site.Metric, "in³"},
	"cm³": {"l", 1e-3, 0, site.Metric, "in³"},
	"l":   {"l", 1, 0, site.Metric, "gal"},
	"m³":  {"l", 1000, 0, site.Metric, "ft³"},
	"in³": {"l", litresPerCubicFoot / 1728, 0, site.Imperial, "cm³"},
	"gal": {"l", litresPerGallon, 0, site.Imperial, "l"},
	"ft³": {"l", litresPerCubicFoot, 0, site.Imperial, "m³"},

	unitCelsius: {unitCelsius, 1, 0, site.Metric, "°F"},
	"°F":        {unitCelsius, 1 / degreesPerCelsius, -32 / degreesPerCelsius, site.Imperial, unitCelsius},

	// Units of both systems.
	"pcs/h":   {"pcs/h", 1, 0, "", ""},
	"pcs/min": {"pcs/h", minutesPerHour, 0, "", ""},
	"pcs":     {"pcs", 1, 0, "", ""},
	"kWh":     {"Wh", 1000, 0, "", ""},
	"Wh":      {"Wh", 1, 0, "", ""},
	"J":       {"J", 1, 0, "", ""},
	"kW":      {"W", 1000, 0, "", ""},
	"W":       {"W", 1, 0, "", ""},
	"kVA":     {"VA", 1000, 0, "", ""},
	"VA":      {"VA", 1, 0, "", ""},
	"mV":      {"V", 1e-3, 0, "", ""},
	"V":       {"V", 1, 0, "", ""},
	"V AC":    {"V", 1, 0, "", ""},
	"V DC":    {"V", 1, 0, "", ""},
	"kV":      {"V", 1000, 0, "", ""},
	"A":       {"A", 1, 0, "", ""},
	"mA":      {"A", 1e-3, 0, "", ""},
	"µA":      {"A", 1e-6, 0, "", ""},
	"mΩ":      {"Ω", 1e-3, 0, "", ""},
	"Ω":       {"Ω", 1, 0, "", ""},
	"kΩ":      {"Ω", 1e3, 0, "", ""},
	"MΩ":      {"Ω", 1e6, 0, "", ""},
	"GΩ":      {"Ω", 1e9, 0, "", ""},
	"pF":      {"F", 1e-12, 0, "", ""},
	"nF":      {"F", 1e-9, 0, "", ""},
	"µF":      {"F", 1e-6, 0, "", ""},
	"dB":      {"dB", 1, 0, "", ""},
	"dB(A)":   {"dB(A)", 1, 0, "", ""},
	"Hz":      {"Hz", 1, 0, "", ""},
	"kHz":     {"Hz", 1e3, 0, "", ""},
	"MHz":     {"Hz", 1e6, 0, "", ""},
	"µs":      {"s", 1e-6, 0, "", ""},
	"ms":      {"s", 1e-3, 0, "", ""},
	"s":       {"s", 1, 0, "", ""},
	"min":     {"s", 60, 0, "", ""},
	"h":       {"s", 3600, 0, "", ""},
	"rpm":     {"rpm", 1, 0, "", ""},
	"°":       {"°", 1, 0, "", ""},
	"K":       {"K", 1, 0, "", ""},
	"nm":      {"nm", 1, 0, "", ""}, // of light, in both systems
	"dpi":     {"dpi", 1, 0, "", ""},
	"MB":      {"MB", 1, 0, "", ""},
	"GB":      {"MB", 1e3, 0, "", ""},
	"%":       {"%", 1, 0, "", ""},
	"‰":       {"%", 0.1, 0, "", ""},
	"ppm":     {"%", 1e-4, 0, "", ""},
	"":        {"", 1, 0, "", ""},
}

// aliases are other ways to write the symbols of units, as writtenUnit returns them.
var aliases = map[string]string{
	"mm2": unitMM2, "mm^2": unitMM2, "qmm": unitMM2, "sqmm": unitMM2, "awg": unitAWG, "Awg": unitAWG, "ga": unitAWG,
	"cm2": "cm²", "m2": "m²", "in2": "in²", "ft2": "ft²", "cm3": "cm³", "m3": "m³", "in3": "in³", "ft3": "ft³",
	"m3/h": "m³/h", "m3/min": "m³/min", "m/s2": "m/s²", "ft/s2": "ft/s²",
	"um": "µm", "micron": "µm", "microns": "µm", "uA": "µA", "uF": "µF", "us": "µs",
	"MM": "mm", "Mm": "mm", "CM": "cm",
	"inch": "in", "inches": "in", "in.": "in", "″": "in", "\"": "in", "′′": "in", "''": "in", "Zoll": "in",
	"feet": "ft", "foot": "ft", "ft.": "ft", "mils": "mil", "fpm": "ft/min", "ips": "in/s",
	"lbs": "lb", "lb.": "lb", "lbs.": "lb", "ounces": "oz", "oz.": "oz", "KG": "kg", "Kg": "kg", "kgs": "kg",
	"N·m": "Nm", "N·cm": "Ncm", "ft·lbf": "lbf·ft", "ft·lb": "lbf·ft", "lb·ft": "lbf·ft", "ft-lb": "lbf·ft",
	"ft-lbs": "lbf·ft", "in·lbf": "lbf·in", "in·lb": "lbf·in", "lb·in": "lbf·in", "in-lb": "lbf·in", "KN": "kN",
	"Bar": "bar", "BAR": "bar", "PSI": "psi", "lbf/in2": "psi", "hPa": "mbar",
	"L": "l", "ltr": "l", "litre": "l", "liter": "l", "mL": "ml", "L/min": "l/min", "lpm": "l/min", "LPM": "l/min",
	"NL/min": "Nl/min", "Nl/Min": "Nl/min", "L/h": "l/h", "L/s": "l/s", "CFM": "cfm", "SCFM": "cfm", "scfm": "cfm",
	"ft3/min": "cfm",
	"oC":      unitCelsius, "degC": unitCelsius, "oF": "°F", "degF": "°F", "deg": "°", "Kelvin": "K",
	"pcs./h": "pcs/h", "pc/h": "pcs/h", "pcs/hr": "pcs/h", "pieces/h": "pcs/h", "pcs/hour": "pcs/h",
	"Stück/h": "pcs/h", "Stk/h": "pcs/h", "Stk./h": "pcs/h", "pcs.": "pcs", "pieces": "pcs", "Stück": "pcs",
	"Stk": "pcs", "Stk.": "pcs", "Stück/min": "pcs/min", "pcs./min": "pcs/min",
	"VAC": "V AC", "Vac": "V AC", "VAc": "V AC", "V~": "V AC", "VDC": "V DC", "Vdc": "V DC", "V=": "V DC",
	"Volt": "V", "KW": "kW", "kw": "kW", "Watt": "W", "KVA": "kVA", "kva": "kVA", "KV": "kV", "kv": "kV",
	"Ohm": "Ω", "ohm": "Ω", "kOhm": "kΩ", "MOhm": "MΩ", "mOhm": "mΩ", "GOhm": "GΩ",
	"dBA": "dB(A)", "dbA": "dB(A)", "db(A)": "dB(A)", "dB(a)": "dB(A)", "db": "dB", "hz": "Hz", "HZ": "Hz",
	"sec": "s", "sec.": "s", "Sek.": "s", "msec": "ms", "Min": "min", "min.": "min", "Min.": "min", "hr": "h",
	"hrs": "h", "Std.": "h", "RPM": "rpm", "r/min": "rpm", "1/min": "rpm", "U/min": "rpm", "min-1": "rpm",
	"rev/min": "rpm", "DPI": "dpi", "percent": "%",
}

// unitSigns replaces signs that look alike in symbols of units.
var unitSigns = strings.NewReplacer(
	"º", "°", "˚", "°", "⋅", "·", "∙", "·", "•", "·", "*", "·", "−", "-", "⁻", "-", "^", "",
)

// symbols are the known symbols by the ways to write them. Compatible code points are the same: `µ` and `μ`, `²` and
// `2`.
var symbols = func() map[string]string {
	bySpelling := map[string]string{}
	for symbol := range units {
		bySpelling[writtenUnit(symbol)] = symbol
	}
	for alias, symbol := range aliases {
		bySpelling[writtenUnit(alias)] = symbol
	}
	for _, texts := range unitTexts {
		for symbol, text := range texts {
			bySpelling[writtenUnit(text)] = symbol
		}
	}
	return bySpelling
}()

// writtenUnit returns a symbol without differences of code points and spaces.
func writtenUnit(symbol string) string {
	symbol = norm.NFKC.String(unitSigns.Replace(symbol))
	return strings.Join(strings.Fields(symbol), "")
}

// Symbol returns the symbol of a unit that is written in any of its ways: `mm²` for `mm2`. A unit that is not known is
// returned unchanged.
func Symbol(unit string) string {
	if _, ok := units[unit]; ok || len(unit) > maxLength {
		return unit
	}
	if symbol, ok := symbols[writtenUnit(unit)]; ok {
		return symbol
	}
	return unit
}

// lookUp returns the unit that a symbol stands for.
func lookUp(symbol string) (u unit, ok bool) {
	u, ok = units[Symbol(symbol)]
	return u, ok
}

// System returns the measurement system of a unit; empty for a unit of both, and for one that is not known.
func System(symbol string) site.MeasurementSystem {
	u, _ := lookUp(symbol)
	return u.system
}

// Base returns the unit that values of a unit are compared in, which identifies what is measured: `mm` for `in`. It is
// not ok for a unit that is not known.
func Base(symbol string) (base string, ok bool) {
	u, ok := lookUp(symbol)
	return u.base, ok
}

// UnitIn returns the unit for values of a unit in a measurement system: itself, or its counterpart.
func UnitIn(symbol string, system site.MeasurementSystem) string {
	if u, _ := lookUp(symbol); u.system != "" && u.system != system {
		return u.counterpart
	}
	return symbol
}

// maxDigitsOfLimit is the number of significant digits of a converted limit.
const maxDigitsOfLimit = 3

// Between returns the range of two numbers in the base unit of a measure, written in a unit of that measure: a Number
// if they are equal. It is not ok if the unit has no value for one of them, such as a gauge for a thick cable.
func Between(low, high float64, symbol string) (q Quantity, ok bool) {
	u, isKnown := lookUp(symbol)
	if !isKnown {
		return Quantity{}, false
	}
	q = Quantity{Kind: Range, Unit: Symbol(symbol)}
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
	if u.isGauge() {
		gauge, ok := gaugeOfArea(base)
		return number{value: gauge, written: gaugeText(gauge)}, ok
	}
	return rounded(u.fromBase(base, Number), maxDigitsOfLimit), true
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
func MeasureOf(symbol string) Measure {
	u, _ := lookUp(symbol)
	return measures[u.base]
}

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
// Text, unless it has a unit of both systems, and for a unit without a counterpart in the system.
func (q Quantity) In(system site.MeasurementSystem) (Quantity, bool) {
	from, isKnown := lookUp(q.Unit)
	if len(q.numbers) == 0 {
		return q, isKnown && from.system == "" && q.Unit != ""
	}
	if !isKnown {
		return q, false
	}
	if from.system == "" || from.system == system {
		return q, true
	}
	to := units[from.counterpart]
	converted := Quantity{Kind: q.Kind, Unit: from.counterpart, sign: q.sign}
	for i, n := range q.numbers {
		c, ok := n.convert(from, to, q.kindOf(i))
		if !ok {
			return q, false
		}
		converted.numbers = append(converted.numbers, c)
	}
	return converted, true
}

// convert returns a number of a kind in another unit.
func (n number) convert(from, to unit, kind Kind) (number, bool) {
	base := from.toBase(n.value, kind)
	if to.isGauge() {
		gauge, ok := gaugeOfArea(base)
		return number{value: gauge, written: gaugeText(gauge)}, ok
	}
	value, digits := to.fromBase(base, kind), n.digits()
	switch {
	case to.isTemperature() && !kind.isDifference():
		return roundedTo(value, n.decimals+1), true // its zero changes the number of digits
	case from.base == unitMM2:
		digits = 2 // cross-sections of gauges are nominal
	case n.written != "": // a fraction
		digits = 3
	case !kind.isDifference():
		digits = min(digits+1, 3)
		if n.digits() > 3 && math.Mod(n.value, 10) != 0 {
			digits = 4
		}
	}
	return rounded(value, digits), true
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
	return roundedTo(value, digits-int(math.Floor(math.Log10(math.Abs(value))))-1)
}

// roundedTo returns a number with decimals, without zeros at their end.
func roundedTo(value float64, decimals int) number {
	scale := math.Pow(10, float64(decimals))
	value = math.Round(value*scale)/scale + 0 // no negative zero
	for decimals > 0 && isWhole(value*math.Pow(10, float64(decimals-1))) {
		decimals--
	}
	return number{value: value, decimals: max(decimals, 0)}
}

func isWhole(v float64) bool { return math.Abs(v-math.Round(v)) < 1e-6 }
