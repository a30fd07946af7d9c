import { routeOfPattern, routeTable } from '../route-table.ts'

/** What the loaders of a navigation returned, by route. */
type Results = Record<string, { type: string; result?: unknown }>

const NOT_FOUND = routeOfPattern('/page-not-found')!.id

/**
 * The coded id of the screen that the visitor sees after a navigation; null: it led elsewhere or failed. A loader that
 * found nothing to show returns `skipTracking: true`, so that a completion page without an order counts no purchase.
 */
export function trackScreen(pattern: string, pathname: string, results: Results): string | null {
  for (const { type, result } of Object.values(results)) {
    if (result instanceof Response && result.headers.has('Location')) return null
    if (type === 'error') return (result as { status?: number } | undefined)?.status === 404 ? NOT_FOUND : null
    if ((result as { skipTracking?: boolean } | null | undefined)?.skipTracking) return null
  }
  return (pageOfText(pathname) ?? routeOfPattern(pattern))?.id ?? null
}

/** `/contents/faq.html` is what `/contents/faq` leads to, and has its id. */
function pageOfText(pathname: string) {
  const name = /^\/contents\/(\w[\w-]*)\.html$/.exec(pathname)?.[1]?.replaceAll('_', '-')
  return name
    ? routeTable.find(({ screen, path }) => screen === 'contents/to-page' && path.endsWith(`/${name}`))
    : undefined
}
