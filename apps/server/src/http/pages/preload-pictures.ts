/** A picture of high priority, from its first source to its `img`. */
const largest = /<picture[^>]*>((?:<source [^>]*>)+)<img [^>]*fetchPriority="high"/g
/** Its sources in the best format, one for each kind of screen, unless the page contains the picture itself. */
const best = /<source type="(image\/avif)"(?: media="([^"&<>]+)")? srcSet="(?!data:)([^"&<>]+)" sizes="([^"&<>]+)"\/>/g

/** Upper limit: a page with more such pictures has no single largest one. */
const MOST = 2

/**
 * A `Link` header for the largest picture at first sight: the browser requests it before parsing the page and before
 * the page's scripts. '' for a page without pictures.
 */
export const preloadPictures = (html: string): string =>
  [...html.matchAll(largest)]
    .slice(0, MOST)
    .flatMap(([, sources]) => [...sources!.matchAll(best)])
    .map(([, type, media, files, sizes]) => {
      const first = files!.split(' ', 1)[0]
      const which = `imagesrcset="${files}"; imagesizes="${sizes}"${media ? `; media="${media}"` : ''}`
      return `<${first}>; rel=preload; as=image; type="${type}"; ${which}; fetchpriority=high`
    })
    .join(', ')
