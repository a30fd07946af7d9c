import { customer } from '@kushi/db/schema/customer'
import { shipping_batch, shipping_insert } from '@kushi/db/schema/fulfilment'
import type { orders } from '@kushi/db/schema/order'
import { testDatabase } from '@kushi/db/testing'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { PackingSlip, PickingList } from '../../ports/packing-port.ts'
import { commandLineContext } from '../../testing/admin-context.ts'
import { carrierFilesInMemory } from '../../testing/carrier-files.ts'
import { testContext } from '../../testing/context.ts'
import { insertMembers } from '../../testing/order.ts'
import { insertOrderRow, insertShipmentRow } from '../../testing/rows.ts'
import { advanceShippingBatch } from './internal/advance-batch.ts'
import { renderPackingSheets } from './packing-sheets.ts'
import { startShippingBatch } from './start-batch.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let printed: { list: PickingList; slips: readonly PackingSlip[] } | null = null
const packing = {
  render: async (list: PickingList, slips: readonly PackingSlip[]) => {
    printed = { list, slips }
    return new Uint8Array()
  },
}
const ctx = commandLineContext(testContext(db, { ports: { packing, carrier_file: carrierFilesInMemory() } }))
const [customer_id] = await insertMembers(db, 1)
const [member] = await db.select().from(customer).where(eq(customer.id, customer_id!))

async function slipsOf(addresses: Partial<typeof orders.$inferInsert>[]) {
  const order_nos: string[] = []
  for (const [n, address] of addresses.entries()) {
    const order = await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { addr02: `0-0-${n + 1}`, ...address })
    const ready = { status: 'ready', carrier: null, tracking_no: null, shipped_at: null } as const
    await insertShipmentRow(db, order.id, ready)
    order_nos.push(order.order_no)
  }
  const { batch } = await startShippingBatch(ctx, { order_nos })
  await renderPackingSheets(ctx, batch)
  return order_nos.map((no) => printed!.slips.find(({ invoice }) => invoice.order_no === no)!)
}

test('a gift has another recipient than buyer; with cash on delivery its slip shows the price', async () => {
  await db.delete(shipping_insert)
  const insert = { shop_id: 2, shelf: 'Z', delivery_no: null, adcd: '' }
  await db.insert(shipping_insert).values([
    { ...insert, insert_name: '椿だより', sort_no: 1 },
    { ...insert, insert_name: '贈り物のしおり', is_gift: true, sort_no: 2 },
  ])
  const other = { name01: '井上', name02: '和子' }
  const [own, gift, atTheDoor] = await slipsOf([
    {},
    other,
    { ...other, payment_method_id: PAYMENT_METHOD.cash_on_delivery },
  ])
  expect(own).toMatchObject({ is_priced: true, inserts: ['椿だより'] })
  expect(gift).toMatchObject({ is_priced: false, inserts: ['椿だより', '贈り物のしおり'] })
  expect(atTheDoor).toMatchObject({ is_priced: true, inserts: ['椿だより', '贈り物のしおり'] })
  expect(printed!.list.inserts.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['椿だより', 3],
    ['贈り物のしおり', 2],
  ])
})

test('a batch that is printed again stays as far as it is', async () => {
  const order = await insertOrderRow(db, member!, [{ product_sku_id: 101 }])
  await insertShipmentRow(db, order.id, { status: 'ready', carrier: null, tracking_no: null, shipped_at: null })
  const { batch } = await startShippingBatch(ctx, { order_nos: [order.order_no] })
  const standing = async () => (await db.select().from(shipping_batch).where(eq(shipping_batch.id, batch.id)))[0]
  await renderPackingSheets(ctx, batch)
  expect(await standing()).toMatchObject({ status: 'printed', prints: 1 })
  await db.transaction((tx) => advanceShippingBatch(tx, ctx, batch, 'imported'))
  await renderPackingSheets(ctx, batch)
  expect(await standing()).toMatchObject({ status: 'imported', prints: 2 })
})
