import type { List } from '@kushi/contract/admin/list'

/** The state of a list from the URL. Only names that the list declares, so that nothing else is sent. */
export function listState(list: List, params: URLSearchParams): Record<string, string | string[]> {
  const state: Record<string, string | string[]> = {}
  for (const name of namesOf(list)) {
    const values = params.getAll(name).filter((value) => value !== '')
    if (values.length === 0) continue
    state[name] = list.filters[name]?.kind === 'select' ? values : values[0]!
  }
  return state
}

/** The state without its page: every row that the list shows, for an export or a bulk job. */
export function listSelection(list: List, params: URLSearchParams): Record<string, string | string[]> {
  const { after: _after, before: _before, ...selection } = listState(list, params)
  return selection
}

function namesOf(list: List): string[] {
  const filters = Object.entries(list.filters).flatMap(([name, { kind }]) =>
    kind === 'date' || kind === 'number' ? [`${name}_from`, `${name}_to`] : [name],
  )
  return [...(list.search === null ? [] : ['q']), 'sort', 'after', 'before', ...filters]
}

/** The query string that a saved view stores: search, order and filters, without the page cursor. */
export function savedViewQuery(list: List, params: URLSearchParams): string {
  const kept = new URLSearchParams()
  for (const name of namesOf(list).filter((one) => one !== 'after' && one !== 'before'))
    for (const value of params.getAll(name)) if (value !== '') kept.append(name, value)
  return kept.toString()
}

/** Returns the query with a change. Every change resets the list to its first page. */
export function withListChange(
  params: URLSearchParams,
  change: Record<string, string | string[] | null>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['after', 'before']) next.delete(name)
  for (const [name, value] of Object.entries(change)) {
    next.delete(name)
    for (const one of Array.isArray(value) ? value : value === null ? [] : [value])
      if (one !== '') next.append(name, one)
  }
  return next
}
