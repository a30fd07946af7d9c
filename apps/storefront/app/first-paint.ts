const preload = /<link rel="modulepreload" ([^>]*)>/g

/**
 * Inlines the styles for the first paint, which would otherwise cost another round trip before anything is visible.
 * Scripts get a lower priority than pictures; on a page with a large picture they are also asked for at the end of the
 * page, since a slow connection divides its bytes evenly among what was asked for at the same time. The `link` of the
 * styles stays, disabled, because React looks for it when it hydrates the page.
 */
export function firstPaint(html: string, css: string): string {
  const headEnd = html.indexOf('</head>')
  if (headEnd < 0) return html
  const head = html
    .slice(0, headEnd)
    .replace(/<link rel="stylesheet" /g, '<link disabled="" rel="stylesheet" ')
    .replace(preload, '<link fetchpriority="low" rel="modulepreload" $1>')
  const page = `${head}<style>${css}</style>${html.slice(headEnd)}`
  return / fetchPriority="high"/.test(html.slice(headEnd)) ? withScriptsLast(page) : page
}

/** Moves the scripts that the head names to just before the page's own script. */
function withScriptsLast(page: string): string {
  // User content can't contain this text, because `<` is always escaped.
  const at = page.lastIndexOf('<script type="module"')
  if (at < 0) return page
  const named = /<link fetchpriority="low" rel="modulepreload" [^>]*>/g
  const body = page.indexOf('</head>')
  const head = page.slice(0, body)
  const links = (head.match(named) ?? []).join('')
  return head.replace(named, '') + page.slice(body, at) + links + page.slice(at)
}
