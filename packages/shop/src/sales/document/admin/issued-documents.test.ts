import { customer } from '@kushi/db/schema/customer'
import { issued_document } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { testDatabase } from '@kushi/db/testing'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testClock, testContext } from '../../../testing/context.ts'
import { operatorContext, parseListQuery } from '../../../testing/operator.ts'
import { insertMembers } from '../../../testing/order.ts'
import { insertOrderRow, insertShipmentRow } from '../../../testing/rows.ts'
import { exportDocument } from '../export-document.ts'
import { verifyIssuedDocuments } from '../store-issued-document.ts'
import { downloadIssuedDocument, listIssuedDocuments } from './issued-documents.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let made = 0
/** Two renderings are never the same bytes, as with a PDF that states when it was made. */
const document = {
  render: async () => new TextEncoder().encode(`PDF ${++made}`),
  renderDossier: () => Promise.reject(new Error('no dossier')),
}
let clock = testClock('2026-12-03')
beforeEach(async () => {
  clock = testClock('2026-12-03')
  await db.delete(issued_document)
})

async function sold() {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const order = await insertOrderRow(db, member!, [{ product_sku_id: 101, quantity: 2 }], { status: 'delivered' })
  await insertShipmentRow(db, order.id)
  await db.insert(payment).values({
    shop_id: 2,
    order_id: order.id,
    payment_method_id: 1,
    provider_order_id: order.order_no,
    state: 'captured',
    amount: order.payment_total,
    captured_amount: order.payment_total,
  })
  return { order, ctx: testContext(db, { customer_id: id!, clock, ports: { document } }) }
}
const issue = async (
  { order, ctx }: Awaited<ReturnType<typeof sold>>,
  type: 'receipt' | 'delivery-slip',
  name = '',
) => {
  const { content } = await exportDocument(ctx, { orderId: order.order_no, type, name, proviso: '' })
  return new TextDecoder().decode(content)
}
const altered = async () => {
  const found = []
  for await (const one of verifyIssuedDocuments({ db, shop_id: 2 })) found.push(one.title)
  return found
}
const accountant = () => operatorContext(db, 'manager', { clock })
const listed = async (search: string) =>
  (await listIssuedDocuments(await accountant(), parseListQuery('GET /admin/v1/documents', search))).items

test('a document is kept as it was given out: the same one again is the same bytes, another day another one', async () => {
  const one = await sold()
  const first = await issue(one, 'delivery-slip')
  expect(await issue(one, 'delivery-slip')).toBe(first)
  clock.move(1)
  const next = await issue(one, 'delivery-slip')
  expect(next).not.toBe(first)
  const rows = await db.select().from(issued_document).orderBy(asc(issued_document.id))
  expect(rows.map(({ issued_on, amount, content }) => [issued_on, amount, content?.toString()])).toEqual([
    ['2026-12-03', one.order.payment_total, first],
    ['2026-12-04', one.order.payment_total, next],
  ])
  const parts = []
  for await (const part of (await downloadIssuedDocument(await accountant(), { id: rows[0]!.id })).content)
    parts.push(part)
  expect(Buffer.concat(parts).toString()).toBe(first)
})

test('found by day, by a range of amounts, by party and by order', async () => {
  const one = await sold()
  await issue(one, 'receipt', '株式会社山茶花')
  clock.move(3)
  await issue(await sold(), 'delivery-slip')
  const { payment_total } = one.order
  for (const [search, titles] of [
    ['issued_on_from=2026-12-03&issued_on_to=2026-12-03', ['領収書']],
    ['issued_on_from=2026-12-06', ['納品書']],
    [`amount_from=${payment_total}&amount_to=${payment_total}`, ['納品書', '領収書']],
    [`amount_from=${payment_total + 1}`, []],
    [`q=${encodeURIComponent('株式会社山')}`, ['領収書']],
    [`q=${one.order.order_no}`, ['領収書']],
    ['document_type=return-invoice', []],
  ] as const)
    expect([search, (await listed(search)).map(({ title }) => title)]).toEqual([search, titles])
})

test('an altered document is noticed: its file, its amount, its day or its party', async () => {
  await issue(await sold(), 'receipt')
  expect(await altered()).toEqual([])
  const [kept] = await db.select().from(issued_document)
  for (const change of [
    { content: Buffer.from('PDF of another sum') },
    { amount: kept!.amount + 1 },
    { issued_on: '2026-11-30' },
    { party: '別の方 様' },
  ]) {
    await db.update(issued_document).set(change)
    expect([Object.keys(change), await altered()]).toEqual([Object.keys(change), ['領収書']])
    const { content, amount, issued_on, party } = kept!
    await db.update(issued_document).set({ content, amount, issued_on, party })
  }
  expect(await altered()).toEqual([])
})
