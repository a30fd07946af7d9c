/** Query parameters without personal data. All others, such as tokens of links in mails, are removed. */
const allowedParams = /^(utm_\w+|gclid|yclid|fbclid|adcd|abmtcd|category|worry|sale_type|sort|page|tab)$/

/** The URL as third parties may see it; '' if it is not a URL. */
export function cleanUrl(address: string): string {
  const url = parseUrl(address)
  if (!url) return ''
  for (const name of [...new Set(url.searchParams.keys())]) if (!allowedParams.test(name)) url.searchParams.delete(name)
  url.hash = ''
  return url.href
}

/** `URL.parse`, which exists only since Safari 18 and Chrome 126. */
function parseUrl(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** Whether the query contains a token that works for everyone who has it: a tag manager would leak it. */
export const hasToken = (query: URLSearchParams) => [...query.keys()].some((name) => /token|restore/i.test(name))
