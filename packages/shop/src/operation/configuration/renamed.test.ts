import { customer } from '@kushi/db/schema/customer'
import { delivery, shop_payment } from '@kushi/db/schema/delivery'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { exportOrders } from '../../sales/order/admin/export-orders.ts'
import { showOrder } from '../../sales/order/admin/show-order.ts'
import { listOwnOrders } from '../../sales/order/orders.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { changeDeliveryMethod, listDeliverySettings } from './admin/deliveries.ts'
import { changePaymentSetting, listPaymentSettings } from './admin/payments.ts'

const database = await testDatabase()
afterAll(() => database.close())
const { db } = database

test('a renamed 配送方法 or 支払方法 keeps its words in the orders from before', async () => {
  const ctx = await operatorContext(db)
  const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
  const member = hanako!
  const own = testContext(db, { customer_id: member.id })
  const at = (minutes: number) => new Date(ctx.clock.now().getTime() + minutes * 60_000)
  const [old, recent] = [
    await insertOrderRow(db, member, [{ product_sku_id: 101 }], { created_at: at(-5) }),
    await insertOrderRow(db, member, [{ product_sku_id: 101 }], { created_at: at(5) }),
  ]
  const { items: deliveries } = await listDeliverySettings(ctx, {})
  const before = deliveries.find(({ id }) => id === old.delivery_id)!
  await changeDeliveryMethod(ctx, { ...before, delivery_name: '新しい宅配便' })
  const { items: payments } = await listPaymentSettings(ctx, {})
  const cash = payments.find(({ payment_method_id }) => payment_method_id === null)!
  await changePaymentSetting(ctx, { ...cash, payment_name: '新しい代引' })

  const names = [before.delivery_name, '新しい宅配便']
  const shown = [await showOrder(ctx, { id: old.id }), await showOrder(ctx, { id: recent.id })]
  expect(shown.map(({ delivery_name }) => delivery_name)).toEqual(names)
  const { items } = await listOwnOrders(own, { page: 1, per_page: 20 })
  expect(items.map(({ delivery_name }) => delivery_name)).toEqual([...names].reverse())
  const { content } = await exportOrders(ctx, { filter: { sort: '-created_at' }, encoding: 'utf-8' })
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  const csv = Buffer.concat(parts).toString()
  for (const name of names) expect(csv).toContain(name)
  // What is offered from now on has the new words.
  const [offered] = await db
    .select()
    .from(delivery)
    .where(and(eq(delivery.shop_id, 2), eq(delivery.id, before.id)))
  expect(offered!.delivery_name).toBe('新しい宅配便')
  const [payment] = await db
    .select()
    .from(shop_payment)
    .where(and(eq(shop_payment.shop_id, 2), isNull(shop_payment.payment_method_id)))
  expect(payment!.payment_name).toBe('新しい代引')
})
