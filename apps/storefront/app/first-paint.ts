/**
 * Inlines the styles for the first paint, which would otherwise cost another round trip before anything is visible.
 * Scripts get a lower priority than pictures. The `link` of the styles stays, disabled, because React looks for it when
 * it hydrates the page. `scriptsLast`: the page has its largest picture as a file, which the scripts must leave room.
 */
export function firstPaint(html: string, css: string, { scriptsLast }: { scriptsLast: boolean }): string {
  const headEnd = html.indexOf('</head>')
  if (headEnd < 0) return html
  const head = html
    .slice(0, headEnd)
    .replace(/<link rel="stylesheet" /g, '<link disabled="" rel="stylesheet" ')
    .replace(/<link rel="modulepreload" /g, '<link fetchpriority="low" rel="modulepreload" ')
  const page = `${head}<style>${css}</style>${html.slice(headEnd)}`
  return scriptsLast ? smallScriptsLast(page) : page
}

/**
 * Moves the scripts that the head names to just before the page's own script, except the largest. A slow connection
 * divides its bytes evenly among the files requested at the same time, and the first picture of a page is among them.
 * The largest script keeps the connection busy until the browser has found the others, so that none arrives later.
 */
function smallScriptsLast(page: string): string {
  // User content can't contain these texts, because `<` is always escaped.
  const body = page.indexOf('</head>')
  const end = page.lastIndexOf('<script type="module"')
  if (end < body) return page
  const small: string[] = []
  const head = page.slice(0, body).replace(/<link [^>]*rel="modulepreload" [^>]*>/g, (link) => {
    if (link.includes(LARGEST)) return link
    small.push(link)
    return ''
  })
  return head + page.slice(body, end) + small.join('') + page.slice(end)
}

/** The file of React and React Router (`vite.config.ts`), three quarters of a page's code. */
const LARGEST = '/assets/framework-'
