package bleveindex

var slovakStopWords = map[string]bool{}

func init() {
	for _, w := range []string{
		"a", "aby", "aj", "ak", "ako", "aká", "aké", "aký", "ale", "alebo", "ani", "asi", "až", "bez", "bol",
		"bola", "boli", "bolo",
		"bude", "budú", "by", "byť", "cez", "čo", "či", "do", "ho", "ich", "iba", "ja", "je", "jeho", "jej", "k", "kam",
		"kde", "keď", "kto", "ktorá", "ktoré",
		"ktorý", "ku", "ma", "mať", "medzi", "mi", "my", "na", "nad", "nám", "nás", "náš", "ne", "nie", "no", "o", "od",
		"on", "ona", "oni", "po", "pod", "pre",
		"pred", "pri", "s", "sa", "si", "so", "sú", "ste", "sme", "som", "ta", "tak", "táto", "te", "ten", "tento",
		"tie", "to", "toho", "tu", "už", "v", "vám",
		"vás", "váš", "viac", "vo", "však", "vy", "z", "za", "zo", "že"} {
		slovakStopWords[w] = true
	}
}
