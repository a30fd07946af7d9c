import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { recordAudit } from './internal/record-audit.ts'
import { listAudit } from './list-audit.ts'

const database = await testDatabase()
afterAll(database.close)
const ctx = await operatorContext(database.db)

const name = '椿油のトリートメント A-01_b%\\𠮷野'
await recordAudit(ctx.db, ctx, {
  subject: 'product',
  subject_id: 7,
  subject_name: name,
  before: { price: 1 },
  after: { price: 2 },
})
await recordAudit(ctx.db, ctx, {
  subject: 'order',
  subject_id: 8,
  subject_name: 'TN26112300001',
  after: { status: 'x' },
})

const found = async (q: string, more = '') => {
  const asked = parseListQuery('GET /admin/v1/audit', `${new URLSearchParams({ q })}${more}`)
  return (await listAudit(ctx, asked)).items.map(({ subject_id }) => subject_id)
}

test('each part of a name finds it, of one letter, two or more, wherever it stands', async () => {
  const letters = [...name]
  const parts = letters.flatMap((_, at) => [1, 2, 3, 4, 5, 7].map((size) => letters.slice(at, at + size).join('')))
  for (const part of new Set(parts.map((one) => one.trim()))) if (part) expect(await found(part), part).toContain('7')
})

test.each([
  ['small letters for large ones', 'tn2611', ['8']],
  ['and large for small', 'A-01_B', ['7']],
  ['who did it', ctx.operator.name, ['8', '7']],
  ['letters that all stand there, but not together', '油椿', []],
  ['parts that all stand there, in another order', '2300001TN261', []],
  ['the end of the name and the beginning of who did it', `001${ctx.operator.name[0]}`, []],
  ['two fields of the screen at once', '椿油', ['7'], '&field=価格'],
  ['and the one without the other', '椿油', [], '&field=在庫'],
])('%s', async (_, q, expected, more = '') => {
  expect(await found(q, more)).toEqual(expected)
})

test('what changed has its Japanese name, inside a value too', async () => {
  const after = { fees: [{ from_amount: 3000, fee: 330 }], merged_id: 5, '3月の件数': 2 }
  await recordAudit(ctx.db, ctx, { subject: 'delivery', subject_id: 9, subject_name: '宅配便', after })
  const [event] = (await listAudit(ctx, parseListQuery('GET /admin/v1/audit', 'subject=delivery'))).items
  expect(event?.names).toEqual({
    fees: '手数料',
    from_amount: 'この金額から',
    fee: '送料・手数料',
    merged_id: '統合した会員',
  })
})
