package app

import (
	"context"
	"slices"
	"strconv"
	"time"

	"strand/internal/cache"
	"strand/internal/changes"
	"strand/service/catalogue"
	"strand/service/portal"
	"strand/service/search"
	"strand/service/translation"
	"strand/upstream/cms"
	"strand/upstream/identity"
	"strand/upstream/pim"
	"strand/upstream/sis"
	upstream "strand/upstream/translation"
)

// changeTargets is what change events of the upstream systems change.
type changeTargets struct {
	store        *cache.Cache
	systems      *upstreams
	indexes      *catalogue.Indexes
	search       *search.Service
	translations *translation.Service
}

// purgeOnChange subscribes caches, search and subscriptions to the change events of the upstream systems.
func (a *App) purgeOnChange(p changeTargets) {
	a.changes.SetTags(p.tagsOfEvent)
	a.changes.Subscribe("cache and search", func(_ context.Context, e changes.Event) []string {
		if slugs := changedProducts(e.Records); e.IsAny() || e.Source == pim.System && (!e.IsOwn || slugs == nil) {
			// Before the purge, so that no page is cached with the old index.
			p.indexes.MarkChanged(slugs...)
		}
		purged := p.store.Purge(e.Tags...)
		if a.stream != nil {
			a.stream.Purged(e.ID, purged)
		}
		if p.search.MarkChanged(e.Tags...) {
			return append(slices.Clone(e.Tags), "search")
		}
		return e.Tags
	})
	a.changes.Subscribe("translations", func(ctx context.Context, e changes.Event) (orders []string) {
		if e.Source != upstream.System {
			return nil
		}
		for _, record := range e.Records {
			p.translations.CheckOrder(ctx, record.ID)
			orders = append(orders, record.ID)
		}
		return orders
	})
	a.changes.Subscribe("subscriptions", func(_ context.Context, e changes.Event) []string {
		if e.IsAny() {
			a.live.PublishAll()
			return []string{cache.Everything}
		}
		if e.Source != sis.System && e.Source != identity.System {
			return nil
		}
		return a.publish(p.systems.signIn.Verifier, e.Records)
	})
	if lag := a.config.CMSLag; lag > 0 {
		a.parts.InBackground(func(ctx context.Context) { a.changes.Repeat(ctx, cms.System, lag) })
	}
	if a.stream != nil {
		a.shareRevocations()
		a.parts.InBackground(a.stream.Run)
	}
}

// revocationEvents is the source of events about revoked tokens: a record has the subject and the instant until which
// its tokens were issued, in seconds since the epoch.
const revocationEvents = "revocations"

// shareRevocations tells other servers of revoked tokens, also if they have databases of their own.
func (a *App) shareRevocations() {
	a.revocations.SetShare(func(ctx context.Context, subject string, issuedUntil time.Time) {
		a.changes.Publish(ctx, revocationEvents, changes.Record{
			Type: strconv.FormatInt(issuedUntil.Unix(), 10), ID: subject,
		})
	})
	a.changes.Subscribe("revocations", func(ctx context.Context, e changes.Event) (subjects []string) {
		if e.Source != revocationEvents {
			return nil
		}
		for _, r := range e.Records {
			seconds, err := strconv.ParseInt(r.Type, 10, 64)
			if err != nil {
				continue
			}
			if err := a.revocations.Apply(ctx, r.ID, time.Unix(seconds, 0)); err != nil {
				a.log.ErrorContext(ctx, "revocation_not_stored", "error", err)
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

// tagsOfEvent returns the tags of the cache entries that an event purges.
func (p changeTargets) tagsOfEvent(ctx context.Context, e changes.Event) []string {
	switch e.Source {
	case cms.System:
		return p.systems.cms.ChangedTags(ctx, e.Records)
	case pim.System:
		return p.changedProductTags(ctx, changedProducts(e.Records))
	}
	return nil
}

// changedProductTags returns the tags that depend on products; without slugs, those that depend on anything of the PIM.
// It renews the indexes of the catalogue, since only they tell which lists change.
func (p changeTargets) changedProductTags(ctx context.Context, slugs []string) []string {
	if slugs == nil {
		return []string{pim.TagAll}
	}
	tags := []string{pim.TagProducts}
	for _, slug := range slugs {
		tags = append(tags, pim.ProductTag(slug))
	}
	p.store.Purge(tags...) // no running read answers those of the indexes
	return append(tags, p.indexes.Change(ctx, slugs)...)
}

// publish notifies the subscriptions that depend on records of sis or the identity server, and returns their
// topics. It removes cached roles first, so that subscribers read the current ones.
func (a *App) publish(verifier *identity.Verifier, changed []changes.Record) []string {
	for _, r := range changed {
		if r.Type == "User" && verifier != nil {
			verifier.InvalidateUser(r.ID)
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
		a.live.Publish(topic)
	}
	return topics
}
