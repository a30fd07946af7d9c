import type { List, ListQuery } from '@kushi/contract/admin/list'
import { type ListSource, readPage, whatFits } from './run-list.ts'

const AT_ONCE = 500

/** Nobody asks an export how many rows it has. */
type Uncounted<L extends List, Row> = Omit<ListSource<L, Row>, 'count'>

/** All rows that the filters of a list show, in its order, page by page: for exports. */
export async function* everyPage<L extends List, Row>(
  list: L,
  query: ListQuery,
  source: Uncounted<L, Row>,
): AsyncGenerator<Row[]> {
  const uncounted = { ...source, count: async () => 0 }
  const fits = await whatFits(list, query, source)
  let after: string | undefined
  do {
    const { before: _, after: _from, ...filters } = query
    const asked = { ...filters, per_page: AT_ONCE, ...(after ? { after } : {}) } as ListQuery
    const page = await readPage(asked, uncounted, fits)
    yield page.items
    after = page.next ?? undefined
  } while (after)
}
