package app

import (
	"context"
	"slices"
	"strconv"
	"time"

	"strand/internal/cache"
	"strand/internal/changes"
	"strand/service/portal"
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
		if slugs := changedProducts(e.Records); e.IsAny() || e.Source == pim.System && (!e.IsOwn || slugs == nil) {
			// Before the purge, so that no page is cached with the old index.
			s.catalogue.MarkChanged(slugs...)
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
	if lag := s.config.CMSLag; lag > 0 {
		s.parts.InBackground(func(ctx context.Context) { s.changes.Repeat(ctx, cms.System, lag) })
	}
	if s.stream != nil {
		s.shareRevocations()
		s.parts.InBackground(s.stream.Run)
	}
	return nil
}

// revocationEvents is the source of events about revoked tokens: a record has the subject and the instant until which
// its tokens were issued, in seconds since the epoch.
const revocationEvents = "revocations"

// shareRevocations tells other servers of revoked tokens, also if they have databases of their own.
func (s *starter) shareRevocations() {
	s.revocations.SetShare(func(ctx context.Context, subject string, issuedUntil time.Time) {
		s.changes.Publish(ctx, revocationEvents, changes.Record{
			Type: strconv.FormatInt(issuedUntil.Unix(), 10), ID: subject,
		})
	})
	s.changes.Subscribe("revocations", func(ctx context.Context, e changes.Event) (subjects []string) {
		if e.Source != revocationEvents {
			return nil
		}
		for _, r := range e.Records {
			seconds, err := strconv.ParseInt(r.Type, 10, 64)
			if err != nil {
				continue
			}
			if err := s.revocations.Apply(ctx, r.ID, time.Unix(seconds, 0)); err != nil {
				s.log.ErrorContext(ctx, "revocation_not_stored", "error", err)
			}
			subjects = append(subjects, r.ID)
		}
		return subjects
	})
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
		return s.changedProductTags(ctx, changedProducts(e.Records))
	}
	return nil
}

// changedProductTags returns the tags that depend on products; without slugs, those that depend on anything of the PIM.
// It renews the indexes of the catalogue, since only they tell which lists change.
func (s *starter) changedProductTags(ctx context.Context, slugs []string) []string {
	if slugs == nil {
		return []string{pim.TagAll}
	}
	tags := []string{pim.TagProducts}
	for _, slug := range slugs {
		tags = append(tags, pim.ProductTag(slug))
	}
	s.store.Purge(tags...) // no running read answers those of the indexes
	return append(tags, s.catalogue.Change(ctx, slugs)...)
}

// publish notifies the subscriptions that depend on records of sis or the identity server, and returns their
// topics. It removes cached roles first, so that subscribers read the current ones.
func (s *starter) publish(changed []changes.Record) []string {
	for _, r := range changed {
		if r.Type == "User" && s.signIn.Verifier != nil {
			s.signIn.Verifier.InvalidateUser(r.ID)
		}
	}
	var topics []string
	for _, r := range changed {
		switch r.Type {
		case "Ticket":
			topics = append(topics, portal.TicketTopic(r.ID))
		case "User":
			topics = append(topics, portal.UserTopic(r.ID))
		case "Organization":
			topics = append(topics, portal.OrganizationTopic(r.ID))
		}
	}
	for _, topic := range topics {
		s.live.Publish(topic)
	}
	return topics
}
