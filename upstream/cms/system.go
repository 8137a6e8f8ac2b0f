package cms

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/Khan/genqlient/graphql"
	"strand/domain/figure"

	"strand/domain/site"
	"strand/internal/cache"
)

// Directory reads the system data: one call.
func (r *Reader) Directory(ctx context.Context, stage site.Stage) (*site.Directory, error) {
	return cache.Load(
		ctx,
		r.cache,
		directoryKey(stage),
		func(ctx context.Context) (cache.Loaded[*site.Directory], error) {
			dir, err := withSnapshot(ctx, r, "system-data", stage, func() (*SystemDataResponse, error) {
				return SystemData(r.headers(ctx, stage, []string{"en"}), r.client)
			}, func(data *SystemDataResponse) (*site.Directory, error) {
				return directory(data, r.log, findingCollector(ctx, r.log))
			})
			if err != nil {
				return cache.Loaded[*site.Directory]{}, fmt.Errorf("read system data: %w", err)
			}
			dir.Missing = r.Missing
			return cache.Loaded[*site.Directory]{Value: dir, Tags: []string{TagSystem}}, nil
		},
	)
}

// Probe reads the system data without a cache, to find out whether the websites could.
func Probe(ctx context.Context, client graphql.Client) error {
	_, err := SystemData((&Reader{}).headers(ctx, site.Published, []string{"en"}), client)
	return err
}

var errNoNavigation = errors.New("no site has a navigation")

// Navigations reads header and footer of every site, by site id, in the first available of the languages: one call.
func (r *Reader) Navigations(
	ctx context.Context,
	dir *site.Directory,
	stage site.Stage,
	languages []string,
) (map[string]*site.Navigation, error) {
	key := navigationKey(stage, languages)
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[map[string]*site.Navigation], error) {
		all := everyLanguage(dir, languages)
		found, err := withSnapshot(
			ctx,
			r,
			"navigation-"+strings.Join(languages, "-"),
			stage,
			func() (*NavigationsResponse, error) {
				return Navigations(r.headers(ctx, stage, all), r.client)
			},
			func(data *NavigationsResponse) (map[string]*site.Navigation, error) {
				// Menus refer to facts only, so that they do not depend on the PIM.
				facts := figures{Figures: figure.Figures{Facts: dir.Facts}}
				facts.replaceIn(ctx, data, languages[0], site.Metric)
				found := navigations(data, dir, findingCollector(ctx, r.log))
				if len(found) == 0 {
					return nil, errNoNavigation
				}
				return found, nil
			},
		)
		if err != nil {
			return cache.Loaded[map[string]*site.Navigation]{}, fmt.Errorf("read the navigation: %w", err)
		}
		tags := []string{TagSystem, TagNavigation}
		if stage == site.Draft {
			tags[1] = TagDraftNavigation
		} else {
			r.navigationKeys.Store(key, all)
		}
		return cache.Loaded[map[string]*site.Navigation]{Value: found, Tags: tags}, nil
	})
}

// everyLanguage appends the other languages: a page in none of the wanted languages is shown in another one, marked
// as a fallback.
func everyLanguage(dir *site.Directory, wanted []string) []string {
	all := slices.Clone(wanted)
	for _, l := range dir.Languages {
		if !slices.Contains(all, l.LanguageCode) {
			all = append(all, l.LanguageCode)
		}
	}
	return all
}
