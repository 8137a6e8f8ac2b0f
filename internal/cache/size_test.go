package cache

import "testing"

func TestSizeOf(t *testing.T) {
	type record struct {
		Name   string
		Parent *record
		Tags   []string
		Any    any
	}
	shared := &record{Name: "shared"}
	recordSize := sizeOf(record{})
	cyclic := &record{}
	cyclic.Parent = cyclic
	for name, test := range map[string]struct {
		value any
		want  int64
	}{
		"nothing":                {nil, 0},
		"a number":               {int64(1), 8},
		"a text":                 {"four", 16 + 4},
		"bytes":                  {make([]byte, 10, 100), 24 + 100},
		"a pointer":              {shared, 8 + recordSize + 6},
		"the same pointer twice": {[]*record{shared, shared}, 24 + 16 + recordSize + 6},
		"a cycle":                {cyclic, 8 + recordSize},
		"a list of texts":        {[]string{"ab", "cd"}, 24 + 32 + 4},
		"an interface":           {record{Any: "four"}, recordSize + 16 + 4},
		"a map":                  {map[string]int64{"ab": 1}, 8 + 16 + 8 + mapOverhead + 2},
	} {
		t.Run(name, func(t *testing.T) {
			if got := sizeOf(test.value); got != test.want {
				t.Errorf("%d bytes, want %d", got, test.want)
			}
		})
	}
}
