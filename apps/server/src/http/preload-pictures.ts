const largest =
  /<picture[^>]*><source type="([\w/+]+)" srcSet="([^"&<>]+)" sizes="([^"&<>]+)"\/><img [^>]*fetchPriority="high"/g

/** A page that has more of them has none that is the largest. */
const MOST = 2

/**
 * What is largest at first sight, as a `Link` of the answer's head: the browser asks for it before it has read the page, and in front of
 * the page's code. '' for a page without pictures.
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
