package app

import (
	"context"
	"slices"

	"strand/internal/cache"
	"strand/internal/changes"
	"strand/internal/liveupdates"
	"strand/upstream/cms"
	"strand/upstream/identity"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/translation"
)

// purgeOnChange subscribes caches, search and subscriptions to the change events of the upstream systems.
func (s *starter) purgeOnChange() error {
	s.changes.SetTags(s.changedTags)
	s.changes.Subscribe("cache and search", func(_ context.Context, e changes.Event) []string {
		if e.Source == pim.System || e.IsAny() {
			// Before the purge, so that no page is cached with the old index.
			s.catalogue.MarkChanged(changedProducts(e.Records)...)
		}
		purged := s.store.Purge(e.Tags...)
		if s.stream != nil {
			s.stream.Purged(e.ID, purged)
		}
		if s.searchService.MarkChanged(e.Tags...) {
			return append(slices.Clone(e.Tags), "search")
		}
		return e.Tags
	})
	s.changes.Subscribe("translations", func(ctx context.Context, e changes.Event) (orders []string) {
		if e.Source != translation.System {
			return nil
		}
		for _, record := range e.Records {
			s.translationService.CheckOrder(ctx, record.ID)
			orders = append(orders, record.ID)
		}
		return orders
	})
	s.changes.Subscribe("subscriptions", func(_ context.Context, e changes.Event) []string {
		if e.IsAny() {
			s.live.PublishAll()
			return []string{cache.Everything}
		}
		if e.Source != sis.System && e.Source != identity.System {
			return nil
		}
		return s.publish(e.Records)
	})
	if s.stream != nil {
		s.parts.InBackground(s.stream.Run)
	}
	return nil
}

// changedProducts returns the slugs of changed products; none if other records changed as well.
func changedProducts(records []changes.Record) []string {
	var slugs []string
	for _, r := range records {
		if r.Type != "Product" {
			return nil
		}
		slugs = append(slugs, r.ID)
	}
	return slugs
}

// changedTags returns the tags of the cache entries that an event purges.
func (s *starter) changedTags(ctx context.Context, e changes.Event) []string {
	switch e.Source {
	case cms.System:
		return s.cmsReader.ChangedTags(ctx, e.Records)
	case pim.System:
		// All entries with data of the PIM have one tag.
		return []string{pim.TagAll}
	}
	return nil
}

// publish notifies the subscriptions that depend on records of sis or the identity server, and returns their
// topics. It removes cached roles first, so that subscribers read the current ones.
func (s *starter) publish(changed []changes.Record) []string {
	for _, r := range changed {
		if r.Type == "User" {
			s.signIn.Verifier.InvalidateUser(r.ID)
		}
	}
	var topics []string
	for _, r := range changed {
		switch r.Type {
		case "Ticket":
			topics = append(topics, liveupdates.TicketTopic(r.ID))
		case "User":
			topics = append(topics, liveupdates.UserTopic(r.ID))
		case "Organization":
			topics = append(topics, liveupdates.OrganizationTopic(r.ID))
		}
	}
	for _, topic := range topics {
		s.live.Publish(topic)
	}
	return topics
}
