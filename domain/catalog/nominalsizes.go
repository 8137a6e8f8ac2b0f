package catalog

import (
	"iter"
	"math"
	"strconv"
	"strings"

	"strand/domain/quantity"
)

// nominalAreas are the nominal cross-sections of conductors in mm²: those of IEC 60228, and smaller ones of wires in
// vehicles and devices.
var nominalAreas = []float64{
	0.05, 0.08, 0.13, 0.22, 0.35, 0.5, 0.75, 1, 1.5, 2.5, 4, 6, 10, 16, 25, 35, 50, 70, 95, 120, 150, 185, 240,
}

const (
	// thinnestGauge is the largest number of the American wire gauge that is listed.
	thinnestGauge = 36
	// gaugeTolerance is the share by which areas of a gauge differ, since values in AWG are rounded.
	gaugeTolerance = 0.02
)

// areaOfGauge returns the area of a conductor of the American wire gauge in mm² (ASTM B258).
func areaOfGauge(gauge int) float64 {
	diameter := 0.127 * math.Pow(92, float64(36-gauge)/39)
	return math.Pi / 4 * diameter * diameter
}

// NominalSizes returns the nominal cross-sections and gauges of conductors within the ranges of technical data, as
// visitors type them: `0.5 mm²`, `0,5 mm²`, `AWG 22` (SRCH-20).
func NominalSizes(rows iter.Seq[Specification]) []string {
	var sizes []string
	for row := range rows {
		if row.Unit == nil || *row.Unit != "mm²" && *row.Unit != "AWG" {
			continue
		}
		low, high, ok := quantity.Parse(row.Value, *row.Unit).Limits()
		if !ok || low == high {
			continue
		}
		if *row.Unit == "AWG" {
			for gauge := range thinnestGauge + 1 {
				area := areaOfGauge(gauge)
				if area >= low*(1-gaugeTolerance) && area <= high*(1+gaugeTolerance) {
					sizes = append(sizes, "AWG "+strconv.Itoa(gauge))
				}
			}
			continue
		}
		for _, area := range nominalAreas {
			if area < low || area > high {
				continue
			}
			written := strconv.FormatFloat(area, 'f', -1, 64) + " mm²"
			sizes = append(sizes, written)
			if withComma := strings.Replace(written, ".", ",", 1); withComma != written {
				sizes = append(sizes, withComma)
			}
		}
	}
	return sizes
}
