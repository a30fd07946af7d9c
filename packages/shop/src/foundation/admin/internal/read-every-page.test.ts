import { MAX_EXPORT_ROWS } from '@kushi/contract/admin/csv'
import { stockEventList } from '@kushi/contract/admin/stock'
import { stock_event } from '@kushi/db/schema/product'
import { expect, test } from 'vitest'
import { refuseLongExport } from './read-every-page.ts'

const source = (rows: number) => ({
  where: undefined,
  id: stock_event.id,
  filters: { kind: stock_event.kind },
  count: async ({ limit = 0 }) => Math.min(rows, limit),
})
const exported = (rows: number) => refuseLongExport(stockEventList, { sort: '-created_at' }, source(rows))

test('an export has a stated limit of rows', async () => {
  await exported(MAX_EXPORT_ROWS)
  await expect(exported(MAX_EXPORT_ROWS + 1)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('CSVでダウンロードできるのは300,000件までです。'),
    fields: [{ message_id: 'cmn-err-013' }],
  })
})
