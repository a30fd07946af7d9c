import type { FileStream } from '@kushi/contract/admin/csv'
import { customer } from '@kushi/db/schema/customer'
import { audit_event } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { exportOrders } from '../../order/admin/export-orders.ts'
import { testContext } from '../../testing/context.ts'
import { listAsked, operatorContext } from '../../testing/operator.ts'
import { addOrder, addShipment } from '../../testing/rows.ts'
import { subscribed } from '../../testing/subscription.ts'
import { exportSubscriptions } from './export-all.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = await operatorContext(db)

async function rowsOf(file: FileStream): Promise<Record<string, string>[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of file.content) chunks.push(chunk)
  return parse(Buffer.concat(chunks), { bom: true, columns: true })
}
const asked = (key: 'GET /admin/v1/orders' | 'GET /admin/v1/subscriptions', search: string) => ({
  filter: listAsked(key, search) as never,
  encoding: 'utf-8' as const,
})

test('exactly what the filters show, and the trail says who took what', async () => {
  const base = testContext(db)
  const { id, member } = await subscribed(db, base, { next_delivery_date: '2026-12-12' }, [
    { product_sku_id: 101, quantity: 2 },
    { product_sku_id: 120 },
  ])
  await subscribed(db, base, { summary_status: 5 })
  const rows = await rowsOf(await exportSubscriptions(ctx, asked('GET /admin/v1/subscriptions', 'summary_status=1')))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ 契約番号: String(id), 次回お届け日: '2026-12-12', 点数: '3', 状態: '継続中' })
  expect(rows[0]!.商品).toMatch(/ x2 \/ TN-CMB.* x1$/)

  const [row] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
  const order = await addOrder(db, row!, [{ product_sku_id: 101, quantity: 2 }], { addr03: '=1+1', status: 'shipped' })
  await addOrder(db, row!, [{ product_sku_id: 101 }])
  await addShipment(db, order.id)
  const sold = await rowsOf(await exportOrders(ctx, asked('GET /admin/v1/orders', 'status=shipped')))
  expect(sold).toHaveLength(1)
  expect(sold[0]).toMatchObject({
    注文番号: order.order_no,
    点数: '2',
    送り状番号: '123456789012',
    合計: String(order.payment_total),
  })
  expect(sold[0]!.建物).not.toMatch(/^=/)
  const trail = await db.select().from(audit_event).where(eq(audit_event.subject, 'export_file'))
  expect(trail.map(({ subject_name }) => subject_name)).toEqual(['定期便のCSV', '注文のCSV'])
  await rowsOf(await exportOrders(ctx, asked('GET /admin/v1/orders', 'q=鵜飼&status=shipped')))
  const searched = await db.select().from(audit_event).where(eq(audit_event.subject, 'export_file'))
  expect(searched.at(-1)!.after).toMatchObject({ filter: { q: '＊＊(2文字)', status: ['shipped'] } })
  expect(await rowsOf(await exportOrders({ ...ctx, shop_id: 3 }, asked('GET /admin/v1/orders', '')))).toEqual([])
})
