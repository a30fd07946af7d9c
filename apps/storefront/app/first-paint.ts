/**
 * Inlines the styles for the first paint, which would otherwise cost another round trip before anything is visible.
 * Scripts get a lower priority than pictures. The `link` of the styles stays, disabled, because React looks for it when
 * it hydrates the page.
 */
export function firstPaint(html: string, css: string): string {
  const headEnd = html.indexOf('</head>')
  if (headEnd < 0) return html
  const head = html
    .slice(0, headEnd)
    .replace(/<link rel="stylesheet" /g, '<link disabled="" rel="stylesheet" ')
    .replace(/<link rel="modulepreload" /g, '<link fetchpriority="low" rel="modulepreload" ')
  return `${head}<style>${css}</style>${html.slice(headEnd)}`
}
