package encoding

import (
	"fmt"
	"strings"
	"testing"
)

// benchmarkPage is as large as a product page and about as repetitive.
func benchmarkPage() []byte {
	var b strings.Builder
	b.WriteString("<!doctype html>\n<html lang=\"en\"><body>")
	for i := range 700 {
		fmt.Fprintf(&b, `<li class="k%x_item"><a href="/en/products/crimping/machine-%d"><span>Machine %d</span><small>%d mm, %x</small></a></li>`,
			i%17, i*7919%997, i*31%513, i*i%701, uint32(i)*2654435761)
	}
	b.WriteString("</body></html>")
	return []byte(b.String())
}

// BenchmarkStitch is a page that one visitor asks for: compressed for one encoding, and sent.
func BenchmarkStitch(b *testing.B) {
	page, tail := benchmarkPage(), []byte("<script></script></body></html>\n")
	for _, e := range Preferred {
		b.Run(string(e), func(b *testing.B) {
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				document, err := Stitch(page).Append(nil, e, tail)
				if err != nil {
					b.Fatal(err)
				}
				size = len(document)
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}
