import type { List, ListQuery } from '@kushi/contract/admin/list'
import { type ListSource, readPage, whatFits } from './run-list.ts'

const AT_ONCE = 1_000

/** Nobody asks an export how many rows it has. */
type Uncounted<L extends List, Row> = Omit<ListSource<L, Row>, 'count'>

/** All rows that the filters of a list show, in its order, page by page, the next one read while one is written: for exports. */
export async function* everyPage<L extends List, Row>(
  list: L,
  query: ListQuery,
  source: Uncounted<L, Row>,
): AsyncGenerator<Row[]> {
  const uncounted = { ...source, count: async () => 0 }
  const fits = await whatFits(list, query, source)
  const { before: _, after: _from, ...filters } = query
  const pageAfter = (after: string | null) =>
    readPage({ ...filters, per_page: AT_ONCE, ...(after && { after }) } as ListQuery, uncounted, fits)
  let coming = pageAfter(null)
  for (;;) {
    const { items, next } = await coming
    if (next) {
      coming = pageAfter(next)
      // Nobody waits for it where the reader goes away.
      coming.catch(() => undefined)
    }
    yield items
    if (!next) return
  }
}
