package identity

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/text/language"
	"gopkg.in/yaml.v3"

	"strand/domain/portal"
)

//go:embed pages
var pageFiles embed.FS

// texts contains the texts of the pages, by language and id.
type texts struct {
	matcher   language.Matcher
	languages []string
	byID      []map[string]string
}

func loadTexts() (*texts, error) {
	// English is first, so that it is the fallback.
	files, err := fs.Glob(pageFiles, "pages/texts/*.yaml")
	if err != nil {
		return nil, err
	}
	t := &texts{}
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

// speaker returns texts in one language.
type speaker struct {
	language     string
	byID, inElse map[string]string
}

// in returns the speaker of the best language for a list of preferences.
func (t *texts) in(preferred ...language.Tag) speaker {
	_, i, _ := t.matcher.Match(preferred...)
	return speaker{t.languages[i], t.byID[i], t.byID[0]}
}

// say returns a text with its values inserted: pairs of names and values.
func (s speaker) say(id string, pairs ...string) string {
	text, ok := s.byID[id]
	if !ok {
		text = s.inElse[id]
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}

// policy returns the texts of policy failures.
func (s speaker) policy(failures []portal.PolicyFailure) []string {
	said := make([]string, len(failures))
	for i, f := range failures {
		if f.Code == portal.UnknownPolicy && f.Text == portal.CommonPasswordRule {
			f.Code = portal.CommonPasswordRule
		}
		said[i] = s.say("policy."+string(f.Code), "count", fmt.Sprint(f.Count), "text", f.Text)
		if said[i] == "" {
			said[i] = s.say("policy." + string(portal.Required))
		}
	}
	return said
}
