import type { FileStream } from '@kushi/contract/admin/csv'
import { customer } from '@kushi/db/schema/customer'
import { audit_event } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testContext } from '../../../testing/context.ts'
import { operatorContext, parseListQuery } from '../../../testing/operator.ts'
import { insertOrderRow, insertShipmentRow } from '../../../testing/rows.ts'
import { insertSubscribedMember } from '../../../testing/subscription.ts'
import { exportOrders } from '../../order/admin/export-orders.ts'
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
  filter: parseListQuery(key, search) as never,
  encoding: 'utf-8' as const,
})

test('exactly the filtered rows, and the audit log states who exported what', async () => {
  const base = testContext(db)
  const { id, member } = await insertSubscribedMember(db, base, { next_delivery_date: '2026-12-12' }, [
    { product_sku_id: 101, quantity: 2 },
    { product_sku_id: 120 },
  ])
  await insertSubscribedMember(db, base, { summary_status: 5 })
  const rows = await rowsOf(await exportSubscriptions(ctx, asked('GET /admin/v1/subscriptions', 'summary_status=1')))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ 契約番号: String(id), 次回お届け日: '2026-12-12', 点数: '3', 状態: '継続中' })
  expect(rows[0]!.商品).toMatch(/ x2 \/ TN-CMB.* x1$/)

  const [row] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
  const order = await insertOrderRow(db, row!, [{ product_sku_id: 101, quantity: 2 }], {
    addr03: '=1+1',
    status: 'shipped',
    payment_method_id: null,
    delivery_date: '2026-12-24',
    created_at: new Date('2026-11-20T23:30:00.125+09:00'),
  })
  await insertOrderRow(db, row!, [{ product_sku_id: 101 }])
  await insertShipmentRow(db, order.id)
  const sold = await rowsOf(await exportOrders(ctx, asked('GET /admin/v1/orders', 'status=shipped')))
  expect(sold).toHaveLength(1)
  expect(sold[0]).toMatchObject({
    注文番号: order.order_no,
    点数: '2',
    送り状番号: '123456789012',
    配送会社: 'ヤマト運輸',
    発送日: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    決済番号: expect.any(String),
    合計: String(order.payment_total),
    '10%対象': String(order.tax_lines[0]!.total),
    '10%の消費税': String(order.tax_lines[0]!.tax),
    '8%対象': '0',
    注文日時: '2026-11-20 23:30:00',
    状態: '発送済み',
    お届け希望日: '2026-12-24',
    契約番号: '',
    配送方法: '宅配便',
    会員番号: String(row!.id),
    会員のお名前: `${row!.name01} ${row!.name02}`,
    会員のメール: row!.email,
    郵便番号: `${row!.postal_code01}-${row!.postal_code02}`,
  })
  expect(sold[0]!.建物).not.toMatch(/^=/)
  const trail = await db.select().from(audit_event).where(eq(audit_event.subject, 'export_file'))
  expect(trail.map(({ subject_name }) => subject_name)).toEqual(['定期便のCSV', '注文のCSV'])
  await rowsOf(await exportOrders(ctx, asked('GET /admin/v1/orders', 'q=鵜飼&status=shipped')))
  const searched = await db.select().from(audit_event).where(eq(audit_event.subject, 'export_file'))
  expect(searched.at(-1)!.after).toMatchObject({ filter: { q: '＊＊(2文字)', status: ['shipped'] } })
  expect(await rowsOf(await exportOrders({ ...ctx, shop_id: 3 }, asked('GET /admin/v1/orders', '')))).toEqual([])
})

test('page after page each row once, in the order of the list', async () => {
  const [member] = await db.select().from(customer).where(eq(customer.shop_id, 2)).limit(1)
  await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { delivery_notes: 'many' })
  await database.pool.query(`insert into orders (shop_id, customer_id, order_no, status, name01, name02, kana01, kana02, postal_code01,
      postal_code02, pref_id, addr01, addr02, phone_number, delivery_notes, delivery_id, subtotal, discount_amount, delivery_fee, payment_fee,
      adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, created_at)
    select shop_id, customer_id, 'M' || n, status, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02,
      phone_number, delivery_notes, delivery_id, subtotal, discount_amount, delivery_fee, payment_fee, adjustment_amount, payment_total,
      tax_total, tax_lines, bundled_flag, timestamptz '2026-01-01' + (n % 700) * interval '1 hour'
    from orders, generate_series(1, 2100) n where delivery_notes = 'many'`)
  const all = await rowsOf(
    await exportOrders(ctx, asked('GET /admin/v1/orders', 'created_at_to=2026-02-28&sort=created_at')),
  )
  expect(new Set(all.map((one) => one.注文番号)).size).toBe(2100)
  expect(all).toHaveLength(2100)
  const moments = all.map((one) => one.注文日時!)
  expect(moments).toEqual([...moments].sort())
})
