import { audit_event } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { desc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operatorContext } from '../../testing/operator.ts'
import { recordActingAction } from './record-acting-action.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const acting = { acting_session_id: 7 }
const ctx = { ...(await operatorContext(db, 'support')), customer_id: 12, acting }

test.each([
  ['PATCH /v1/order/subscription/{id}/skip', { id: 31, version: 4 }, { id: 31 }],
  ['DELETE /v1/common/address/delete/{id}', { id: 5 }, { id: 5 }],
  ['PUT /v1/cart/items/update/{id}', { id: 8, product_sku_id: 101, quantity: 2 }, { id: 8 }],
  ['GET /v1/file/export/pdf/{orderId}', { orderId: 90, name: '山口 花子' }, { orderId: 90 }],
  ['POST /v1/cart/items/new', { product_sku_id: 101, quantity: 1 }, { product_sku_id: 101 }],
  ['POST /v1/order/public/buy-again', { order_no: 'K1-A' }, { order_no: 'K1-A' }],
  ['POST /v1/cart/items/sync', { items: [{ product_sku_id: 101, quantity: 1 }] }, { product_sku_ids: [101] }],
  ['POST /v1/common/address/new', { name01: '山口', pref_id: 14 }, {}],
])('the audit log names the subject of %s, and no user input', async (key, input, named) => {
  await recordActingAction(ctx, key, input)
  const [entry] = await db.select().from(audit_event).where(eq(audit_event.action, key)).orderBy(desc(audit_event.id))
  expect(entry!.after).toEqual({ ...acting, ...named })
})
