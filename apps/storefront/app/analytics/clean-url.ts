/** Parts of a query that say nothing of a person. Tokens of links in mails, and whatever else may come, stay out. */
const harmless = /^(utm_\w+|gclid|yclid|fbclid|adcd|abmtcd|category|worry|sale_type|sort|page|tab)$/

/** The address as it may be told to others; '' for what is none. */
export function cleanUrl(address: string): string {
  const url = parsed(address)
  if (!url) return ''
  for (const name of [...new Set(url.searchParams.keys())]) if (!harmless.test(name)) url.searchParams.delete(name)
  url.hash = ''
  return url.href
}

/** `URL.parse`, which Safari has since 18 and Chrome since 126. */
function parsed(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** Whether the address opens something for everyone who has it: a tag manager that looks at it would pass that on. */
export const hasToken = (query: URLSearchParams) => [...query.keys()].some((name) => /token|restore/i.test(name))
