package identity

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/text/language"
	"gopkg.in/yaml.v3"

	"strand/demo/passwords"
	"strand/domain/account"
)

//go:embed pages
var pageFiles embed.FS

// textCatalog contains the texts of the pages, by language and id.
type textCatalog struct {
	matcher   language.Matcher
	languages []string
	byID      []map[string]string
}

func loadTexts() (*textCatalog, error) {
	// English is first, so that it is the fallback.
	files, err := fs.Glob(pageFiles, "pages/texts/*.yaml")
	if err != nil {
		return nil, err
	}
	t := &textCatalog{}
	var tags []language.Tag
	add := func(file string) error {
		data, err := fs.ReadFile(pageFiles, file)
		if err != nil {
			return err
		}
		byID := map[string]string{}
		if err := yaml.Unmarshal(data, &byID); err != nil {
			return fmt.Errorf("read %s: %w", file, err)
		}
		name := strings.TrimSuffix(path.Base(file), ".yaml")
		tags = append(tags, language.Make(name))
		t.languages, t.byID = append(t.languages, name), append(t.byID, byID)
		return nil
	}
	const first = "pages/texts/en.yaml"
	if err := add(first); err != nil {
		return nil, err
	}
	for _, f := range files {
		if f == first {
			continue
		}
		if err := add(f); err != nil {
			return nil, err
		}
	}
	t.matcher = language.NewMatcher(tags)
	return t, nil
}

// localizedTexts are the texts in one language; fallback has those that this language lacks.
type localizedTexts struct {
	language       string
	byID, fallback map[string]string
}

// localized returns the texts in the best language for a list of preferences.
func (t *textCatalog) localized(preferred ...language.Tag) localizedTexts {
	_, i, _ := t.matcher.Match(preferred...)
	return localizedTexts{t.languages[i], t.byID[i], t.byID[0]}
}

// get returns a text with its values inserted: pairs of names and values.
func (s localizedTexts) get(id string, pairs ...string) string {
	text, ok := s.byID[id]
	if !ok {
		text = s.fallback[id]
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}

// policy returns the texts of policy failures.
func (s localizedTexts) policy(failures []account.PolicyFailure) []string {
	messages := make([]string, len(failures))
	for i, f := range failures {
		if f.Code == account.UnknownPolicy && f.Text == passwords.CommonPasswordRule {
			f.Code = passwords.CommonPasswordRule
		}
		messages[i] = s.get("policy."+string(f.Code), "count", fmt.Sprint(f.Count), "text", f.Text)
		if messages[i] == "" {
			messages[i] = s.get("policy." + string(account.Required))
		}
	}
	return messages
}
