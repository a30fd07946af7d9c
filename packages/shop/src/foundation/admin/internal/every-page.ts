import type { List, ListQuery, ListSelection } from '@kushi/contract/admin/list'
import { type ListSource, readPage, whatFits } from './run-list.ts'

const AT_ONCE = 1_000

/** An export needs no count. */
type Uncounted<L extends List, Row> = Omit<ListSource<L, Row>, 'count'>

/**
 * For exports: all rows that match the filters of a list, in its order, page by page. The next page is read while the
 * current one is written.
 */
export async function* everyPage<L extends List, Row>(
  list: L,
  selection: ListSelection,
  source: Uncounted<L, Row>,
): AsyncGenerator<Row[]> {
  const uncounted = { ...source, count: async () => 0 }
  const query: ListQuery = { ...selection, per_page: AT_ONCE }
  const fits = await whatFits(list, query, source)
  const pageAfter = (after: string | null) => readPage({ ...query, ...(after && { after }) }, uncounted, fits)
  let coming = pageAfter(null)
  for (;;) {
    const { items, next } = await coming
    if (next) {
      coming = pageAfter(next)
      // Avoids an unhandled rejection when the reader stops and this page is never awaited.
      coming.catch(() => undefined)
    }
    yield items
    if (!next) return
  }
}
