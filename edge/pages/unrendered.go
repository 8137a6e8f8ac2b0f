package pages

import (
	"fmt"
	"html"
	"net/http"
	"strings"

	"strand/domain/site"
)

// unrenderedRetry is the Retry-After of a page that could not be rendered, in seconds.
const unrenderedRetry = "5"

// unrenderedText is the text instead of a page that could not be rendered.
type unrenderedText struct{ Title, Advice string }

// unrenderedTexts are by language; they equal those of the error page (error.title).
var unrenderedTexts = map[string]unrenderedText{
	"en": {"Sorry, something went wrong", "Please try again in a moment."},
	"de": {"Entschuldigung, etwas ist schiefgelaufen", "Bitte versuchen Sie es gleich noch einmal."},
	"fr": {"Désolé, une erreur est survenue", "Veuillez réessayer dans un instant."},
	"es": {"Lo sentimos, algo ha fallado", "Vuelva a intentarlo dentro de un momento."},
	"pt": {"Desculpe, algo deu errado", "Tente novamente dentro de instantes."},
	"cs": {"Omlouváme se, něco se nepovedlo", "Zkuste to prosím za chvíli znovu."},
	"hu": {"Sajnáljuk, valami hiba történt", "Kérjük, próbálja újra egy kis idő múlva."},
	"ro": {"Ne pare rău, ceva nu a funcționat", "Vă rugăm să încercați din nou peste câteva clipe."},
	"sk": {"Ľutujeme, niečo sa nepodarilo", "Skúste to prosím o chvíľu znova."},
	"ja": {"申し訳ございません。問題が発生しました", "しばらくしてからもう一度お試しください。"},
	"zh": {"抱歉，出现了问题", "请稍后重试。"},
}

// unrenderedPage has the language, the title twice and the advice.
const unrenderedPage = "<!doctype html>\n" +
	`<html lang="%s"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>%s</title></head>` +
	`<body><h1>%s</h1><p>%s</p></body></html>` + "\n"

// sendUnrendered answers a client that runs no scripts (a crawler, a monitor) instead of a page that could not be
// rendered: it must not take the empty document for the page. The locale is that of the document.
func sendUnrendered(w http.ResponseWriter, r *http.Request, locale string) {
	language, _, _ := strings.Cut(locale, "-")
	text, ok := unrenderedTexts[language]
	if !ok {
		language, text = "en", unrenderedTexts["en"]
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	tag := site.TextTag(language)
	h.Set("Content-Language", tag)
	h.Set("Content-Security-Policy", "default-src 'none'")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept-Encoding, Cookie, Sec-Fetch-Dest")
	h.Set("Retry-After", unrenderedRetry)
	w.WriteHeader(http.StatusServiceUnavailable)
	if r.Method == http.MethodHead {
		return
	}
	title := html.EscapeString(text.Title)
	_, _ = fmt.Fprintf(w, unrenderedPage, html.EscapeString(tag), title, title, html.EscapeString(text.Advice))
}
