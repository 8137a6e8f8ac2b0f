package bleveindex

import (
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/cs"
	"github.com/blevesearch/bleve/v2/analysis/token/stop"
	"github.com/blevesearch/bleve/v2/registry"
)

// frequentSlovakWords are useless in a search. Bleve has no stop words for Slovak.
const frequentSlovakWords = `
a aby aj ak ako aká aké aký ale alebo ani asi až bez bol bola boli bolo bude budú by byť cez čo či
do ho ich iba ja je jeho jej k kam kde keď kto ktorá ktoré ktorý ku ma mať medzi mi my na nad nám
nás náš ne nie no o od on ona oni po pod pre pred pri s sa si so sú ste sme som ta tak táto te ten
tento tie to toho tu už v vám vás váš viac vo však vy z za zo že
`

// slavicStopWords returns the filter that removes the stop words of Czech or Slovak.
func slavicStopWords(c *registry.Cache, language string) (analysis.TokenFilter, error) {
	if language == "cs" {
		return c.TokenFilterNamed(cs.StopName)
	}
	words := analysis.NewTokenMap()
	err := words.LoadBytes([]byte(frequentSlovakWords))
	return stop.NewStopTokensFilter(words), err
}
