const largest =
  /<picture[^>]*><source type="([\w/+]+)" srcSet="([^"&<>]+)" sizes="([^"&<>]+)"\/><img [^>]*fetchPriority="high"/g

/** Upper limit: a page with more such pictures has no single largest one. */
const MOST = 2

/**
 * A `Link` header for the largest picture at first sight: the browser requests it before parsing the page and before
 * the page's scripts. '' for a page without pictures.
 */
export const preloadPictures = (html: string): string =>
  [...html.matchAll(largest)]
    .slice(0, MOST)
    .map(([, type, files, sizes]) => {
      const first = files!.split(' ', 1)[0]
      const which = `imagesrcset="${files}"; imagesizes="${sizes}"`
      return `<${first}>; rel=preload; as=image; type="${type}"; ${which}; fetchpriority=high`
    })
    .join(', ')
