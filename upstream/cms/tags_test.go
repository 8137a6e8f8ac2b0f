package cms

import (
	"slices"
	"testing"
)

// TestChangedTags: what a webhook names is purged wherever it may be shown.
func TestChangedTags(t *testing.T) {
	for model, want := range map[string][]string{
		"Page":         {PageTag("x"), TagNavigation},
		"Story":        {TagStories},
		"StoryTopic":   {TagStories},
		"MediaRelease": {TagMediaReleases},
		"StoryContact": {TagStories, TagMediaReleases},
		"NewsFeedItem": {TagNews},
		"Event":        {TagEvents},
		"Location":     {TagLocations},
		"Brand":        {TagSystem},
	} {
		if got := ChangedTags(model, "x"); !slices.Equal(got, want) {
			t.Errorf("%s: %v", model, got)
		}
	}
}
