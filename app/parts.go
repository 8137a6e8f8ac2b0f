package app

import (
	"cmp"

	"strand/config"
	"strand/domain/site"
)

// PartState is a part of the websites, and whether the settings have its system.
type PartState struct {
	Part site.Part
	// Setting is the variable of the system's URL, Effect what the websites do not have without it.
	Setting, Effect string
	IsMissing       bool
}

// Parts returns the parts that need a system of their own. Everything else needs the CMS only.
func Parts(c *config.Config) (parts []PartState) {
	for _, s := range systemsOf(c) {
		if s.part != "" {
			setting := cmp.Or(s.urlSetting, s.prefix+"_URL")
			parts = append(parts, PartState{s.part, setting, s.lost, s.isMissing()})
		}
	}
	return parts
}

func missingParts(c *config.Config) (missing []site.Part) {
	for _, p := range Parts(c) {
		if p.IsMissing {
			missing = append(missing, p.Part)
		}
	}
	return missing
}

// logMissing logs once which parts the settings leave out, as an information: it is no failure.
func (a *App) logMissing(missing []site.Part) {
	if len(missing) > 0 {
		a.log.Info("parts_not_configured", "parts", missing, "action", "see docs/adoption.md#parts")
	}
}
