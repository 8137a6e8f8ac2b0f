
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "CatalogEntry": [
      "CatalogPage",
      "Product"
    ],
    "PageModule": [
      "AccordionModule",
      "BrandsModule",
      "CallToActionModule",
      "ContactModule",
      "DownloadsModule",
      "GalleryModule",
      "HeroModule",
      "ImageModule",
      "KeyFiguresModule",
      "MediaTextModule",
      "QuoteModule",
      "RichTextModule",
      "StepsModule",
      "TableModule",
      "TeaserGridModule",
      "VideoModule"
    ],
    "Resolution": [
      "NotFoundResolution",
      "PageResolution",
      "RedirectResolution"
    ]
  }
};
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "CatalogEntry": [
      "CatalogPage",
      "Product"
    ],
    "PageModule": [
      "AccordionModule",
      "BrandsModule",
      "CallToActionModule",
      "ContactModule",
      "DownloadsModule",
      "GalleryModule",
      "HeroModule",
      "ImageModule",
      "KeyFiguresModule",
      "MediaTextModule",
      "QuoteModule",
      "RichTextModule",
      "StepsModule",
      "TableModule",
      "TeaserGridModule",
      "VideoModule"
    ],
    "Resolution": [
      "NotFoundResolution",
      "PageResolution",
      "RedirectResolution"
    ]
  }
};
      export default result;
    