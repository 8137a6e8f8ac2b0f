package collation

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/collate"
)

// TestCollator: names have the order of their language (CLDR, as `Intl.Collator` has it), also by their keys.
//
// Rules: LOC-15.
func TestCollator(t *testing.T) {
	t.Parallel()
	for lang, names := range map[string]string{
		"ja": "アイスランド アゼルバイジャン アルジェリア イエメン ガーナ カーボベルデ ガーンジー カンボジア スイス スウェーデン スーダン タークス・カイコス諸島 " +
			"チャド ドイツ トーゴ バーレーン パキスタン ハンガリー フィジー ブータン マーシャル諸島 英領ヴァージン諸島 韓国 中国 日本 北朝鮮",
		"zh": "阿尔巴尼亚 阿富汗 埃及 德国 法国 美国 日本 瑞士 中国",
		"sk": "Cyprus Čad Česko Dánsko Honduras Chorvátsko India",
		"cs": "Curaçao Čad Dánsko Honduras Chile Indie Řecko Salvador Španělsko",
		"hu": "Ciprus Csád Dánia Görögország Zambia",
		"es": "Nicaragua Níger Nueva-Zelanda Ñandú Omán",
		"de": "Afghanistan Ägypten Åland Albanien Österreich Pakistan",
	} {
		order, want := Of(lang, collate.Numeric), strings.Fields(names)
		mixed := slices.Clone(want)
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		byKey := slices.Clone(mixed)
		slices.SortFunc(mixed, order.Compare)
		slices.SortFunc(byKey, func(a, b string) int { return bytes.Compare(order.Key(a), order.Key(b)) })
		if !slices.Equal(mixed, want) {
			t.Errorf("%s: %v, want %v", lang, mixed, want)
		}
		if !slices.Equal(byKey, want) {
			t.Errorf("%s by key: %v, want %v", lang, byKey, want)
		}
	}
}
