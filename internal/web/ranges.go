package web

import (
	"net/http"
	"strconv"
	"strings"
)

// maxRanges is the highest number of ranges of one request; browsers and download programs send one.
const maxRanges = 4

// RangesOf returns the number of ranges of a Range header, and whether one of them contains the beginning of a file, as
// a response without a valid header does.
func RangesOf(header string) (starts bool, count int) {
	list, ok := strings.CutPrefix(strings.ToLower(strings.ReplaceAll(header, " ", "")), "bytes=")
	if !ok {
		return true, 0
	}
	for one := range strings.SplitSeq(list, ",") {
		count++
		first, _, _ := strings.Cut(one, "-")
		// Without its first byte, a range is the end of the file, and may be all of it.
		at, err := strconv.ParseInt(first, 10, 64)
		starts = starts || err != nil || at <= 0
	}
	return starts, count
}

// RefuseRanges answers a request for so many ranges that their headers are larger than the file, and reports whether
// it has answered.
func RefuseRanges(w http.ResponseWriter, r *http.Request) bool {
	header := r.Header.Get("Range")
	if header == "" || r.Method != http.MethodGet {
		return false
	}
	if _, count := RangesOf(header); count <= maxRanges {
		return false
	}
	http.Error(w, "Too many ranges: request them one by one.", http.StatusRequestedRangeNotSatisfiable)
	return true
}
