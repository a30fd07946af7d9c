import { MAX_EXPORT_ROWS } from '@kushi/contract/admin/csv'
import type { List, ListQuery, ListSelection } from '@kushi/contract/admin/list'
import { fieldRuleMessage } from '@kushi/values/message'
import { and } from 'drizzle-orm'
import { invalidFields } from '../../../shop-error.ts'
import { type ListSource, listCondition, readPage } from './run-list.ts'

const AT_ONCE = 1_000

/**
 * Must run before the first row is sent: a file that ends in the middle would look complete.
 * @throws ShopError 422 if the list shows more rows than an export may have
 */
export async function refuseLongExport<L extends List>(
  list: L,
  selection: ListSelection,
  source: Pick<ListSource<L, never>, 'where' | 'id' | 'filters' | 'search' | 'count'>,
): Promise<void> {
  const { found_by } = await listCondition(list, { ...selection, per_page: 1 }, source)
  const rows = await source.count({ where: and(source.where, found_by), limit: MAX_EXPORT_ROWS + 1 })
  if (rows <= MAX_EXPORT_ROWS) return
  const most = MAX_EXPORT_ROWS.toLocaleString('ja-JP')
  throw invalidFields([
    {
      path: 'filter',
      message_id: 'cmn-err-013',
      message: `${fieldRuleMessage('cmn-err-013', most)}絞り込みを加えて、分けて出力してください。`,
    },
  ])
}

/** An export needs no count. */
type ExportSource<L extends List, Row> = Omit<ListSource<L, Row>, 'count'>

/**
 * Yields all rows that match the filters of a list, in its order, page by page, for exports. The next page is read
 * while the current one is written.
 */
export async function* readEveryPage<L extends List, Row>(
  list: L,
  selection: ListSelection,
  source: ExportSource<L, Row>,
): AsyncGenerator<Row[]> {
  const uncounted = { ...source, count: async () => 0 }
  const query: ListQuery = { ...selection, per_page: AT_ONCE }
  const fits = await listCondition(list, query, source)
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
