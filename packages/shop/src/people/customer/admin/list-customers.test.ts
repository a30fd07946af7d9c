import { customer } from '@kushi/db/schema/customer'
import { order_item } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operatorContext, parseListQuery } from '../../../testing/operator.ts'
import { insertMembers } from '../../../testing/order.ts'
import { insertOrderRow } from '../../../testing/rows.ts'
import { listCustomers } from './list-customers.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = await operatorContext(db, 'support')

const oil = 101
const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, oil))
const [often, once, sleeping, none] = await insertMembers(db, 4, {
  mail_magazine_flag: false,
  line_magazine_flag: false,
})
const row = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!
const order = async (id: number, day: string, more: Parameters<typeof insertOrderRow>[3] = {}, sku_id = oil) =>
  insertOrderRow(db, await row(id), [{ product_sku_id: sku_id, price: 1000 }], {
    created_at: new Date(`${day}T23:30:00+09:00`),
    status: 'delivered',
    ...more,
  })
await order(often!, '2026-09-01')
await order(often!, '2026-11-01')
await order(often!, '2026-11-20', { status: 'cancelled' })
await order(once!, '2026-11-01', {}, 130)
await order(sleeping!, '2025-04-30')
await db.update(customer).set({ mail_magazine_flag: true }).where(eq(customer.id, often!))

test.each([
  ['what', `product_id=${sku!.product_id}`, ['often', 'sleeping']],
  ['when, the last day in Japan', 'last_ordered_on_from=2026-11-01&last_ordered_on_to=2026-11-01', ['often', 'once']],
  ['not for a long time', 'last_ordered_on_to=2025-12-31', ['sleeping']],
  ['how often', 'order_count_from=2', ['often']],
  ['never', 'order_count_to=0', ['none']],
  ['how much', 'spent_amount_from=1000&spent_amount_to=1000', ['once', 'sleeping']],
  ['consent', 'mail_magazine_flag=true', ['often']],
  ['all together', `product_id=${sku!.product_id}&order_count_from=2&spent_amount_to=1999`, []],
])('members by %s', async (_, query, expected) => {
  const names = new Map([often, once, sleeping, none].map((id, n) => [id, ['often', 'once', 'sleeping', 'none'][n]!]))
  const { items } = await listCustomers(ctx, parseListQuery('GET /admin/v1/customers', query))
  expect(items.flatMap(({ id }) => names.get(id) ?? []).sort()).toEqual(expected.toSorted())
})

test('who bought a set is found by the set, not by its parts', async () => {
  const [buyer] = await insertMembers(db, 1)
  const { id } = await order(buyer!, '2026-11-02', {}, 130)
  const set = { set_sku_id: oil, set_name: '椿油のセット', set_quantity: 1 }
  await db.update(order_item).set(set).where(eq(order_item.order_id, id))
  const [part] = await db.select().from(product_sku).where(eq(product_sku.id, 130))
  const found = async (product_id: number) => {
    const { items } = await listCustomers(ctx, parseListQuery('GET /admin/v1/customers', `product_id=${product_id}`))
    return items.some((one) => one.id === buyer)
  }
  expect([await found(sku!.product_id), await found(part!.product_id)]).toEqual([true, false])
})
