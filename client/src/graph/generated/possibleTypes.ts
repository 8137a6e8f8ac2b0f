
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "CatalogEntry": [
      "CatalogPage",
      "Product"
    ],
    "MediaReleaseEntry": [
      "MediaRelease",
      "MediaReleaseOverview"
    ],
    "PageModule": [
      "AccordionModule",
      "BrandsModule",
      "CallToActionModule",
      "ContactModule",
      "DownloadsModule",
      "EventsModule",
      "FinancialCalendarModule",
      "FormModule",
      "GalleryModule",
      "HeroModule",
      "ImageModule",
      "InvestorTableModule",
      "KeyFiguresModule",
      "LocationsModule",
      "MediaReleasesModule",
      "MediaTextModule",
      "QuoteModule",
      "RichTextModule",
      "StepsModule",
      "StoriesModule",
      "TableModule",
      "TeaserGridModule",
      "VideoModule"
    ],
    "Resolution": [
      "NotFoundResolution",
      "PageResolution",
      "RedirectResolution"
    ],
    "StoryEntry": [
      "Story",
      "StoryContact",
      "StoryContactOverview",
      "StoryOverview"
    ]
  }
};
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "CatalogEntry": [
      "CatalogPage",
      "Product"
    ],
    "MediaReleaseEntry": [
      "MediaRelease",
      "MediaReleaseOverview"
    ],
    "PageModule": [
      "AccordionModule",
      "BrandsModule",
      "CallToActionModule",
      "ContactModule",
      "DownloadsModule",
      "EventsModule",
      "FinancialCalendarModule",
      "FormModule",
      "GalleryModule",
      "HeroModule",
      "ImageModule",
      "InvestorTableModule",
      "KeyFiguresModule",
      "LocationsModule",
      "MediaReleasesModule",
      "MediaTextModule",
      "QuoteModule",
      "RichTextModule",
      "StepsModule",
      "StoriesModule",
      "TableModule",
      "TeaserGridModule",
      "VideoModule"
    ],
    "Resolution": [
      "NotFoundResolution",
      "PageResolution",
      "RedirectResolution"
    ],
    "StoryEntry": [
      "Story",
      "StoryContact",
      "StoryContactOverview",
      "StoryOverview"
    ]
  }
};
      export default result;
    