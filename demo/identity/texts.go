package identity

import (
	"embed"
	"fmt"

	"strand/demo/passwords"
	"strand/demo/texts"
	"strand/domain/account"
)

//go:embed pages
var pageFiles embed.FS

// localizedTexts are the texts of the pages in one language.
type localizedTexts struct {
	texts.Localized
	// site is the URL of the website's home page in this language, to which the visitor returns.
	site string
}

// policy returns the texts of policy failures.
func (s localizedTexts) policy(failures []account.PolicyFailure) []string {
	messages := make([]string, len(failures))
	for i, f := range failures {
		if f.Code == account.UnknownPolicy && f.Text == passwords.CommonPasswordRule {
			f.Code = passwords.CommonPasswordRule
		}
		messages[i] = s.Get("policy."+string(f.Code), "count", fmt.Sprint(f.Count), "text", f.Text)
		if messages[i] == "" {
			messages[i] = s.Get("policy." + string(account.Required))
		}
	}
	return messages
}
