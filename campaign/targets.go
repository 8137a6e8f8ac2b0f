package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
)

// kind determines how the answer of a target is judged.
type kind string

const (
	kindPage     kind = "page"
	kindRedirect kind = "redirect"
	kindPayload  kind = "payload"
	kindText     kind = "text"
	kindFile     kind = "file"
	kindQuery    kind = "query"
	kindWrite    kind = "write"
)

// target is a requested page template of the sites, a query or a write.
type target struct {
	name string
	kind kind
	// warm is the path of a page that is read before the fault, fresh that of a page that is not.
	warm, fresh string
	// operation is the name of the client's operation, for queries and writes.
	operation string
}

// alsoWarm is read before the fault, so that the navigation is cached in the languages of all targets.
const alsoWarm = "/de/careers"

var targets = []target{
	{name: "home", kind: kindPage, warm: "/en", fresh: "/de"},
	{name: "content", kind: kindPage, warm: "/en/about", fresh: "/en/about/history"},
	{
		name:  "product",
		kind:  kindPage,
		warm:  "/en/products/crimping/bench-presses/h-20",
		fresh: "/en/products/crimping/bench-presses/h-40",
	},
	{
		name:  "listing",
		kind:  kindPage,
		warm:  "/en/products/crimping/bench-presses",
		fresh: "/en/products/testing/cable-testing",
	},
	{name: "story", kind: kindPage, warm: "/en/stories/orange-cables", fresh: "/en/stories/the-quiet-room"},
	{name: "stories", kind: kindPage, warm: "/en/stories", fresh: "/de/stories"},
	{name: "media", kind: kindPage, warm: "/en/media-releases", fresh: "/de/media-releases"},
	{name: "events", kind: kindPage, warm: "/en/events", fresh: "/de/events"},
	{name: "locations", kind: kindPage, warm: "/en/contacts", fresh: "/de/contacts"},
	{name: "investors", kind: kindPage, warm: "/en/investors", fresh: "/de/investors"},
	{name: "search", kind: kindPage, warm: "/en/search?q=crimp", fresh: "/en/search?q=cable"},
	{name: "form page", kind: kindPage, warm: "/en/contact/service-request", fresh: "/de/contact/service-request"},
	{name: "portal doc", kind: kindPage, warm: "/en/mykomax", fresh: "/de/mykomax"},
	{name: "404", kind: kindPage, warm: "/en/no-such-page", fresh: "/en/no-other-page"},
	{name: "redirect", kind: kindRedirect, warm: "/en/company-history", fresh: "/en/impressum"},
	{name: "sitemap", kind: kindText, warm: "/sitemap.xml", fresh: "/sitemap.xml"},
	{name: "feed", kind: kindText, warm: "/en/stories/feed.xml", fresh: "/de/stories/feed.xml"},
	{
		name:  "payload",
		kind:  kindPayload,
		warm:  "/en/about/_payload.json",
		fresh: "/en/about/sustainability/_payload.json",
	},
	{
		name:  "picture",
		kind:  kindFile,
		warm:  "/images/aside-square/480/hero-hall.webp",
		fresh: "/images/aside-square/480/machine-alpha.webp",
	},
	{name: "document", kind: kindFile, warm: "/images/original/ds-crimping", fresh: "/images/original/manual-en"},
	{name: "portal home", kind: kindQuery, operation: "PortalHome", warm: "/en/mykomax", fresh: "/en/mykomax"},
	{
		name:      "ticket list",
		kind:      kindQuery,
		operation: "Tickets",
		warm:      "/en/mykomax/tickets/list",
		fresh:     "/en/mykomax/tickets/list",
	},
	{name: "ticket", kind: kindQuery, operation: "TicketNow", warm: "/graphql", fresh: "/graphql"},
	{name: "form submit", kind: kindWrite, operation: "SubmitForm", warm: "/graphql", fresh: "/graphql"},
	{name: "create ticket", kind: kindWrite, operation: "CreateTicket", warm: "/graphql", fresh: "/graphql"},
	{name: "comment", kind: kindWrite, operation: "AddTicketComment", warm: "/graphql", fresh: "/graphql"},
	{name: "profile", kind: kindWrite, operation: "UpdateProfile", warm: "/graphql", fresh: "/graphql"},
}

// isSigned reports whether a target is requested as a customer.
func (t *target) isSigned() bool {
	return t.name != "form submit" && (t.kind == kindQuery || t.kind == kindWrite)
}

// operations are the operations of the built client by name.
type operations map[string]string

var operationName = regexp.MustCompile(`(?:^|[\s}])(?:query|mutation) ([A-Z]\w*)`)

func readOperations(file string) (operations, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the operations of the client (make client builds them): %w", err)
	}
	documents := map[string]string{}
	if err := json.Unmarshal(text, &documents); err != nil {
		return nil, fmt.Errorf("decode %s: %w", file, err)
	}
	found := operations{}
	for _, document := range documents {
		if match := operationName.FindStringSubmatch(document); match != nil {
			found[match[1]] = document
		}
	}
	for _, t := range targets {
		if t.operation != "" && found[t.operation] == "" {
			return nil, fmt.Errorf("the client has no operation %s", t.operation)
		}
	}
	return found, nil
}

// variables returns the variables of a target's operation. The key makes writes different, and findable in sis by
// their text.
func (t *target) variables(base, path, ticket, key string) map[string]any {
	switch t.operation {
	case "SubmitForm":
		return map[string]any{"input": map[string]any{
			"kind": "STORY_FEEDBACK", "locale": "en", "idempotencyKey": key, "about": "story-orange-cables",
			"values": []map[string]string{{"name": "helpful", "value": "no"}, {"name": "comment", "value": key}},
		}}
	case "CreateTicket":
		return map[string]any{"locale": "en", "input": map[string]any{
			"idempotencyKey": key, "location": "loc-nordkabel-winterthur", "type": "MALFUNCTION", "concern": "CRIMPING",
			"subject": key, "description": "It whistles.",
		}}
	case "AddTicketComment":
		return map[string]any{"input": map[string]any{"idempotencyKey": key, "ticket": ticket, "comment": key}}
	case "UpdateProfile":
		return map[string]any{
			"input": map[string]any{"firstName": "Carla", "lastName": "Customer", "company": key, "language": "en"},
		}
	case "TicketNow":
		return map[string]any{"id": ticket}
	}
	return map[string]any{"url": base + path}
}
