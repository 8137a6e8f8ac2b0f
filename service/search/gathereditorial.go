package search

import (
	"context"
	"strconv"
	"strings"

	"strand/client/src/i18n/messages"
	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/optional"
	"strand/domain/search"
	"strand/domain/site"
)

func (r Readers) stories(ctx context.Context, scope search.Scope) ([]*search.Document, error) {
	siteCtx, _, err := r.siteContext(ctx, scope)
	if err != nil || !offersArea(siteCtx, strings.TrimPrefix(editorial.StoriesPath, "/")) {
		return nil, err
	}
	stories, err := r.Editorial.Stories(ctx, siteCtx)
	if err != nil {
		return nil, err
	}
	var docs []*search.Document
	var ids []string
	for _, s := range stories.All {
		if s.Language != scope.Language {
			continue
		}
		doc := &search.Document{
			ID:          "story:" + s.ID,
			Kind:        search.Story,
			Title:       stripBrands(siteCtx, s.Title),
			Description: optional.OrEmpty(s.LeadText),
			Image:       s.TeaserImage,
			Route:       s.Route(),
		}
		if s.Category != nil {
			doc.Category = s.Category.Name
			doc.Keywords = append(doc.Keywords, s.Category.Name)
		}
		for _, t := range s.Topics {
			doc.Keywords = append(doc.Keywords, t.Name)
		}
		for _, c := range s.Contacts {
			doc.Keywords = append(doc.Keywords, c.Name)
		}
		docs, ids = append(docs, doc), append(ids, s.ID)
	}
	return docs, r.readTexts(ctx, siteCtx, editorial.StoryBody, docs, ids)
}

// people gathers the authors of stories, who are the contacts for questions and have pages of their own.
func (r Readers) people(ctx context.Context, scope search.Scope) ([]*search.Document, error) {
	siteCtx, _, err := r.siteContext(ctx, scope)
	if err != nil || !offersArea(siteCtx, strings.TrimPrefix(editorial.StoriesPath, "/")) {
		return nil, err
	}
	stories, err := r.Editorial.Stories(ctx, siteCtx)
	if err != nil {
		return nil, err
	}
	kind := messages.In(scope.Language).Text("search.type." + string(search.Person))
	return convert.All(stories.Contacts, func(c *editorial.StoryContact) *search.Document {
		return &search.Document{
			ID:          "person:" + c.ID,
			Kind:        search.Person,
			Category:    optional.OrEmpty(c.Role),
			Image:       c.Image,
			Title:       c.Name,
			Description: optional.OrEmpty(c.Text),
			Keywords:    []string{kind, optional.OrEmpty(c.Role)},
			Text:        strings.TrimSpace(optional.OrEmpty(c.Phone) + "\n" + optional.OrEmpty(c.Email)),
			Route:       c.Route(),
		}
	}), nil
}

func (r Readers) mediaReleases(ctx context.Context, scope search.Scope) ([]*search.Document, error) {
	siteCtx, _, err := r.siteContext(ctx, scope)
	if err != nil || !offersArea(siteCtx, strings.TrimPrefix(editorial.MediaReleasesPath, "/")) {
		return nil, err
	}
	releases, err := r.Editorial.MediaReleases(ctx, siteCtx)
	if err != nil {
		return nil, err
	}
	var docs []*search.Document
	var ids []string
	for _, m := range releases {
		if m.Language != scope.Language {
			continue
		}
		docs = append(
			docs,
			&search.Document{
				ID:          "release:" + m.ID,
				Kind:        search.MediaRelease,
				Title:       stripBrands(siteCtx, m.Title),
				Description: optional.OrEmpty(m.LeadText),
				Keywords:    []string{strconv.Itoa(m.PublicationDate.Year())},
				Route:       m.Route(),
			},
		)
		ids = append(ids, m.ID)
	}
	return docs, r.readTexts(ctx, siteCtx, editorial.MediaReleaseBody, docs, ids)
}

// readTexts reads the texts of stories or media releases with their ids, some by a call.
func (r Readers) readTexts(
	ctx context.Context, siteCtx *site.Context, kind editorial.BodyKind, docs []*search.Document, ids []string,
) error {
	for from := 0; from < len(ids); from += batchSize {
		bodies, err := r.CMS.Bodies(ctx, siteCtx, kind, ids[from:min(from+batchSize, len(ids))])
		for i, body := range bodies {
			if body != nil {
				docs[from+i].Text = cut(editorial.Text(body.Modules))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
