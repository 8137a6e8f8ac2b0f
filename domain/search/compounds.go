package search

// GermanParts are parts of compounds of this industry that may not occur as separate words in the texts.
var GermanParts = []string{"abisolieren", "abisolier", "ablängen", "abläng", "anlage", "anlagen", "anschluss", "antrieb", "arbeit", "arbeiten", "automat",
	"automaten", "baum", "bäume", "bearbeitung", "crimp", "crimpen", "daten", "draht", "drähte", "druck", "ersatz", "fertigung", "gerät", "geräte",
	"hochspannung", "höhe", "isolation", "kabel", "kontakt", "kontakte", "kraft", "kunden", "länge", "längen", "leiter", "leitung", "leitungen", "litze",
	"litzen", "maschine", "maschinen", "messung", "netz", "presse", "pressen", "produkt", "produktion", "prüfung", "prüfen", "qualität", "querschnitt",
	"schneiden", "schulung", "schutz", "service", "software", "spannung", "stecker", "strom", "system", "systeme", "technik", "technologie", "teil",
	"teile", "verarbeitung", "verbindung", "verdrahtung", "wartung", "werkzeug", "werkzeuge", "widerstand", "zange", "zangen"}
