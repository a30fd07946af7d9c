/**
 * Puts what the first paint needs into the page itself: the styles, which otherwise cost one more way to the server
 * before anything is seen. Scripts step back behind the pictures. The `link` of the styles stays, switched off, because
 * React looks for it when it takes over the page.
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
