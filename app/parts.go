package app

import (
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
func Parts(c *config.Config) []PartState {
	return []PartState{
		{site.PartCatalogue, "STRAND_PIM_URL", "products, services and requests for them", c.PIMURL == ""},
		{site.PartSubmissions, "STRAND_SIS_URL", "forms, and tables and dates for investors", c.SISURL == ""},
		{site.PartPortal, "STRAND_IDENTITY_ISSUER", "customer portal and sign-in", c.IdentityIssuer == ""},
		{
			site.PartServicePortal, "STRAND_SIS_PORTAL_URL", "tickets, machines, users and accounts in the portal",
			c.SISPortalURL == "" || c.IdentityIssuer == "",
		},
		{site.PartTranslations, "STRAND_TRANSLATION_URL", "orders of translations", c.TranslationURL == ""},
	}
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
func (s *starter) logMissing(missing []site.Part) {
	if len(missing) > 0 {
		s.log.Info("parts_not_configured", "parts", missing, "action", "see docs/adoption.md#parts")
	}
}
