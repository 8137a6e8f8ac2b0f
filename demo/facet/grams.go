package facet

import (
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
)

// gramBits is the number of bits of one byte in a trigram's number.
const gramBits = 6

// grams finds texts by their trigrams of bytes. Rare bytes share a class, so that matches must be verified.
type grams struct{ postings []*roaring.Bitmap }

func newGrams() grams { return grams{make([]*roaring.Bitmap, 1<<(3*gramBits))} }

// classes maps bytes to classes: letters have the classes 1 to 26 and digits 27 to 36, other bytes share the classes
// 37 to 63. The end of a text is class 0.
var classes = func() (all [256]uint32) {
	for b := range all {
		switch {
		case b >= 'a' && b <= 'z':
			all[b] = uint32(b-'a') + 1
		case b >= '0' && b <= '9':
			all[b] = uint32(b-'0') + 27
		default:
			all[b] = 37 + uint32(b)%27
		}
	}
	return all
}()

// eachTrigram calls do with the number of every trigram of a text; the last two are padded with the end of the text.
func (grams) eachTrigram(text string, do func(gram uint32)) {
	const mask = 1<<(3*gramBits) - 1
	gram := uint32(0)
	for i := range len(text) + 2 {
		class := uint32(0)
		if i < len(text) {
			class = classes[text[i]]
		}
		if gram = gram<<gramBits&mask | class; i >= 2 {
			do(gram)
		}
	}
}

func (g grams) add(slot uint32, text string) {
	g.eachTrigram(text, func(gram uint32) {
		b := g.postings[gram]
		if b == nil {
			b = roaring.New()
			g.postings[gram] = b
		}
		b.Add(slot)
	})
}

func (g grams) remove(slot uint32, text string) {
	g.eachTrigram(text, func(gram uint32) {
		if b := g.postings[gram]; b != nil {
			b.Remove(slot)
		}
	})
}

// candidates removes the records that cannot contain a word.
func (g grams) candidates(candidates *roaring.Bitmap, word string) *roaring.Bitmap {
	switch len(word) {
	case 0:
		return candidates
	case 1:
		return g.withTrigramRange(candidates, classes[word[0]]<<(2*gramBits), 1<<(2*gramBits))
	case 2:
		return g.withTrigramRange(candidates, classes[word[0]]<<(2*gramBits)|classes[word[1]]<<gramBits, 1<<gramBits)
	}
	g.eachTrigram(word, func(gram uint32) {
		if gram&(1<<gramBits-1) == 0 || candidates.IsEmpty() { // the end of the word is not the end of the text
			return
		}
		if g.postings[gram] == nil {
			candidates = roaring.New()
			return
		}
		candidates = roaring.And(candidates, g.postings[gram])
	})
	return candidates
}

// withTrigramRange returns the records with one of count trigrams, starting at first.
func (g grams) withTrigramRange(candidates *roaring.Bitmap, first, count uint32) *roaring.Bitmap {
	var found []*roaring.Bitmap
	for _, b := range g.postings[first : first+count] {
		if b != nil && !b.IsEmpty() {
			found = append(found, b)
		}
	}
	return roaring.And(candidates, roaring.FastOr(found...))
}

// contains reports whether a text contains all words.
func contains(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
