package bleveindex

// germanParts are parts of this trade's compounds that may not stand alone in any text.
var germanParts = []string{"abisolieren", "abisolier", "ablängen", "abläng", "anlage", "anlagen", "anschluss", "antrieb", "arbeit", "arbeiten", "automat",
	"automaten", "baum", "bäume", "bearbeitung", "crimp", "crimpen", "daten", "draht", "drähte", "druck", "ersatz", "fertigung", "gerät", "geräte",
	"hochspannung", "höhe", "isolation", "kabel", "kontakt", "kontakte", "kraft", "kunden", "länge", "längen", "leiter", "leitung", "leitungen", "litze",
	"litzen", "maschine", "maschinen", "messung", "netz", "presse", "pressen", "produkt", "produktion", "prüfung", "prüfen", "qualität", "querschnitt",
	"schneiden", "schulung", "schutz", "service", "software", "spannung", "stecker", "strom", "system", "systeme", "technik", "technologie", "teil",
	"teile", "verarbeitung", "verbindung", "verdrahtung", "wartung", "werkzeug", "werkzeuge", "widerstand", "zange", "zangen"}

var slovakStopWords = map[string]bool{}

func init() {
	for _, w := range []string{"a", "aby", "aj", "ak", "ako", "aká", "aké", "aký", "ale", "alebo", "ani", "asi", "až", "bez", "bol", "bola", "boli", "bolo",
		"bude", "budú", "by", "byť", "cez", "čo", "či", "do", "ho", "ich", "iba", "ja", "je", "jeho", "jej", "k", "kam", "kde", "keď", "kto", "ktorá", "ktoré",
		"ktorý", "ku", "ma", "mať", "medzi", "mi", "my", "na", "nad", "nám", "nás", "náš", "ne", "nie", "no", "o", "od", "on", "ona", "oni", "po", "pod", "pre",
		"pred", "pri", "s", "sa", "si", "so", "sú", "ste", "sme", "som", "ta", "tak", "táto", "te", "ten", "tento", "tie", "to", "toho", "tu", "už", "v", "vám",
		"vás", "váš", "viac", "vo", "však", "vy", "z", "za", "zo", "že"} {
		slovakStopWords[w] = true
	}
}
