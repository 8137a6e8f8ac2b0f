package editorial

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"strand/domain/listing"
)

// StoriesPerPage is the number of stories on a page of the overview. It fills rows of two and of three.
const StoriesPerPage = 12

// StorySelection is a page of stories with its filters. Its state is the query of the URL.
type StorySelection struct {
	// Topics are alternatives, and so are categories; both are slugs.
	Topics, Categories []string
	// Author is the slug of a contact; empty for all.
	Author string
	// Year is the year of publication in UTC; 0 for all.
	Year       int
	VideosOnly bool
	// Page counts from 1.
	Page int
}

// The parameters of a selection.
const (
	paramTopic    = "topic"
	paramCategory = "category"
	paramAuthor   = "author"
	paramYear     = "year"
	paramVideos   = "videos"
)

// StoryParameters are the parameters of a selection of stories.
var StoryParameters = listing.Parameters{
	paramTopic, paramCategory, paramAuthor, paramYear, paramVideos, listing.ParamPage,
}

// ParseStorySelection parses the query of a URL. Unknown values are ignored.
func ParseStorySelection(rawQuery string) StorySelection {
	query := listing.Query(rawQuery)
	return StorySelection{
		Topics:     listing.Choices(query[paramTopic]),
		Categories: listing.Choices(query[paramCategory]),
		Author: listing.Choice(
			query,
			paramAuthor,
		),
		Year:       cmp.Or(years([]string{query.Get(paramYear)})...),
		VideosOnly: query.Get(paramVideos) == "true",
		Page:       listing.Page(query),
	}
}

// years returns the years of a parameter, without values that are none.
func years(values []string) []int {
	var valid []int
	for _, text := range listing.Choices(values) {
		if y, err := strconv.Atoi(text); err == nil && y > 0 && y < 10_000 {
			valid = append(valid, y)
		}
	}
	return valid
}

// Query returns the selection as the query of a URL, with its question mark. Equal selections give equal queries.
func (s StorySelection) Query() string {
	query := url.Values{paramTopic: s.Topics, paramCategory: s.Categories}
	if s.Author != "" {
		query.Set(paramAuthor, s.Author)
	}
	if s.Year > 0 {
		query.Set(paramYear, strconv.Itoa(s.Year))
	}
	if s.VideosOnly {
		query.Set(paramVideos, "true")
	}
	return listing.Encode(query, s.Page)
}

// OnPage returns the selection on another page.
func (s StorySelection) OnPage(page int) StorySelection {
	s.Page = page
	return s
}

// IsFiltered reports whether the selection excludes any story.
func (s StorySelection) IsFiltered() bool {
	return len(s.Topics)+len(s.Categories) > 0 || s.Author != "" || s.Year > 0 || s.VideosOnly
}

func (s StorySelection) matches(story *Story) bool {
	if len(s.Topics) > 0 &&
		!slices.ContainsFunc(story.Topics, func(t *Label) bool { return slices.Contains(s.Topics, t.Slug) }) {
		return false
	}
	if len(s.Categories) > 0 && (story.Category == nil || !slices.Contains(s.Categories, story.Category.Slug)) {
		return false
	}
	if s.Author != "" &&
		!slices.ContainsFunc(story.Contacts, func(c *StoryContact) bool { return c.Slug == s.Author }) {
		return false
	}
	return (s.Year == 0 || story.PublicationDate.UTC().Year() == s.Year) && (!s.VideosOnly || story.IsVideo)
}

// Select returns the stories of a selection, on all pages.
func (s *Stories) Select(by StorySelection) []*Story {
	found := []*Story{}
	for _, story := range s.All {
		if by.matches(story) {
			found = append(found, story)
		}
	}
	return found
}

// StoryOverview is a page of a selection of stories.
type StoryOverview struct {
	listing.Paging
	IsFiltered, VideosOnly             bool
	Stories                            []*Story
	Topics, Categories, Years, Authors []listing.Option
	// VideoCount is the number of selected stories that are videos.
	VideoCount int
	// ResetURL is the path of the overview without filters.
	ResetURL string
}

// Overview returns the page of a selection. base is the path of the overview. The count of a filter option is the
// number of stories that it would select, given the other filters.
func (s *Stories) Overview(base string, by StorySelection, lang string) *StoryOverview {
	found := s.Select(by)
	o := &StoryOverview{
		Paging: listing.NewPaging(len(found), by.Page, StoriesPerPage, func(page int) string {
			return base + by.OnPage(page).Query()
		}),
		IsFiltered: by.IsFiltered(),
		VideosOnly: by.VideosOnly,
		Stories:    listing.Slice(found, by.Page, StoriesPerPage),
		ResetURL:   base,
	}
	topics, categories, years, authors, films := by, by, by, by, by
	topics.Topics, categories.Categories, years.Year, authors.Author, films.VideosOnly = nil, nil, 0, "", true
	o.VideoCount = len(s.Select(films))
	o.Topics = listing.SortedOptions(
		s.labels(
			s.Topics,
			s.Select(topics),
			func(story *Story, l *Label) bool { return slices.Contains(story.Topics, l) },
		),
		by.Topics,
		lang,
	)
	o.Categories = listing.Options(
		s.labels(s.Categories, s.Select(categories), func(story *Story, l *Label) bool { return story.Category == l }),
		by.Categories,
	)
	o.Years = listing.Options(
		yearsOf(s.Select(years), func(story *Story) int { return story.PublicationDate.UTC().Year() }),
		[]string{strconv.Itoa(by.Year)},
	)
	o.Authors = listing.SortedOptions(s.authors(s.Select(authors)), []string{by.Author}, lang)
	return o
}

func (s *Stories) labels(all []*Label, stories []*Story, has func(*Story, *Label) bool) []listing.Option {
	options := make([]listing.Option, len(all))
	for i, l := range all {
		options[i] = listing.Option{Value: l.Slug, Label: l.Name}
		for _, story := range stories {
			if has(story, l) {
				options[i].Count++
			}
		}
	}
	return options
}

func (s *Stories) authors(stories []*Story) []listing.Option {
	options := make([]listing.Option, len(s.Contacts))
	for i, c := range s.Contacts {
		options[i] = listing.Option{Value: c.Slug, Label: c.Name}
		for _, story := range stories {
			if slices.Contains(story.Contacts, c) {
				options[i].Count++
			}
		}
	}
	return options
}

// yearsOf counts the publications of each year. The input is sorted by date, the newest first, and so are the years.
func yearsOf[T any](all []T, year func(T) int) []listing.Option {
	var options []listing.Option
	for _, item := range all {
		text := strconv.Itoa(year(item))
		if n := len(options); n > 0 && options[n-1].Value == text {
			options[n-1].Count++
			continue
		}
		options = append(options, listing.Option{Value: text, Label: text, Count: 1})
	}
	return options
}
