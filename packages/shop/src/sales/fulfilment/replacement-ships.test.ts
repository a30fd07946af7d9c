import { randomUUID } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { shipping_file, shipping_insert } from '@kushi/db/schema/fulfilment'
import { order_item, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { loadSalesByHourAndDay } from '../../operation/today/internal/money.ts'
import type { Invoice } from '../../ports/document-port.ts'
import type { PackingSlip } from '../../ports/packing-port.ts'
import type { PaymentPort } from '../../ports/payment-port.ts'
import { carrierFilesInMemory } from '../../testing/carrier-files.ts'
import { throwingPort } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { insertOrderRow, insertSubscriptionRow } from '../../testing/rows.ts'
import { issueDocument } from '../document/admin/issue-document.ts'
import { replaceOrder } from '../order/admin/replace-order.ts'
import { settleReturnedGoods } from '../order/admin/return-goods.ts'
import { refundOneOrder } from '../refund/admin/refund-order.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { renderPackingSheets } from './packing-sheets.ts'
import { markParcelsDelivered } from './receive-shipments.ts'
import { shipOrder } from './ship-order.ts'
import { makeShippingFiles } from './shipping-files.ts'
import { startShippingBatch } from './start-batch.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let slips: readonly PackingSlip[] = []
let paper: Invoice | null = null
const ctx = await operatorContext(db, 'manager', {
  ports: {
    packing: {
      render: async (_, printed) => {
        slips = printed
        return new Uint8Array()
      },
    },
    document: {
      render: async (invoice) => {
        paper = invoice
        return new Uint8Array()
      },
      renderDossier: () => Promise.reject(new Error('no dossier')),
    },
    carrier_file: carrierFilesInMemory(),
    // Any call to this port fails.
    payment: new Map([[null, throwingPort<PaymentPort>('payment')]]),
  },
})

/** A 再送 of an order by cash on delivery. */
async function sentAgain() {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const order = await insertOrderRow(db, member!, [{ product_sku_id: 101, quantity: 2 }], {
    status: 'shipped',
    payment_method_id: null,
  })
  const [item] = await db.select().from(order_item).where(eq(order_item.order_id, order.id))
  const made = await replaceOrder(ctx, {
    id: order.id,
    kind: 'resend',
    decision_reason: '未着',
    notify: false,
    idempotency_key: randomUUID(),
    items: [{ order_item_id: item!.id, product_sku_id: 101, quantity: 2 }],
  })
  return { order, made }
}
const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock

test('original by cash on delivery: label and slip of the replacement show no amount, and no provider is called', async () => {
  const { made } = await sentAgain()
  const { order_no } = made
  const { batch } = await startShippingBatch(ctx, { order_nos: [order_no] })
  await renderPackingSheets(ctx, batch)
  expect(slips).toMatchObject([
    {
      inserts: [],
      invoice: { title: '納品書(再送)', payment_total: 0, payment_name: 'お支払いはありません' },
    },
  ])
  await makeShippingFiles(ctx, batch)
  const [file] = await db.select().from(shipping_file)
  const { labels } = JSON.parse(Buffer.from(file!.content!).toString())
  expect(labels).toMatchObject([{ cash_on_delivery: null }])
  const sent = await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  expect(sent.status).toBe('shipped')
  expect((await markParcelsDelivered(ctx, { order_no })).status).toBe('delivered')
  await issueDocument(ctx, { id: made.id, type: 'delivery-slip', name: '', proviso: '' })
  expect(paper).toMatchObject({ title: '納品書(再送)', payment_total: 0, shipments: [{ tracking_no: '123456789012' }] })
  for (const type of ['receipt', 'return-invoice'] as const)
    await expect(issueDocument(ctx, { id: made.id, type, name: '', proviso: '' })).rejects.toMatchObject({
      error: 'ERROR_DOCUMENT_UNAVAILABLE',
    })
})

test('it is no 2回目: the next order has the insert of the second, and today counts no order more', async () => {
  const { order, made } = await sentAgain()
  const insert = { shop_id: 2, shelf: 'Z', adcd: '', insert_name: '2回目のお客様へ', delivery_no: 2, sort_no: 1 }
  await db.insert(shipping_insert).values(insert)
  const [member] = await db.select().from(customer).where(eq(customer.id, order.customer_id))
  const next = await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { addr02: '9-9-9' })
  const { batch } = await startShippingBatch(ctx, { order_nos: [next.order_no] })
  await renderPackingSheets(ctx, batch)
  expect(slips).toMatchObject([{ inserts: expect.arrayContaining(['2回目のお客様へ']) }])
  const before = await loadSalesByHourAndDay(ctx)
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, made.id))
  expect(await loadSalesByHourAndDay(ctx)).toEqual(before)
})

test('cancelled before it leaves, its goods are in stock again', async () => {
  const before = await stock()
  const { made } = await sentAgain()
  expect(await stock()).toBe(before - 2)
  await cancelOrder(ctx, { order_no: made.order_no })
  expect(await stock()).toBe(before)
})

test('of a delivery of a 定期便: no cycle of it, whether it is sent, received or cancelled', async () => {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const subscription_id = await insertSubscriptionRow(db, member!)
  const bought = [{ product_sku_id: 101 }, { product_sku_id: 102 }]
  const order = await insertOrderRow(db, member!, bought, { status: 'delivered', subscription_id, cycle: 1 })
  const items = await db.select().from(order_item).where(eq(order_item.order_id, order.id))
  const subscribed = () => db.select().from(subscription).where(eq(subscription.id, subscription_id))
  const before = await subscribed()
  const again = ({ id: order_item_id, product_sku_id }: (typeof items)[number]) =>
    replaceOrder(ctx, {
      id: order.id,
      kind: 'resend',
      decision_reason: '入れ忘れ',
      notify: false,
      idempotency_key: randomUUID(),
      items: [{ order_item_id, product_sku_id, quantity: 1 }],
    })
  const [sent, cancelled] = [await again(items[0]!), await again(items[1]!)]
  expect(sent).toMatchObject({ subscription: null, cycle: null })
  await shipOrder(ctx, { order_no: sent.order_no, carrier: 'yamato', tracking_no: '123456789013' })
  await markParcelsDelivered(ctx, { order_no: sent.order_no })
  await cancelOrder(ctx, { order_no: cancelled.order_no })
  expect(await subscribed()).toEqual(before)
})

test('what came back is counted once: a 返品 of the original does not count it again', async () => {
  const { order, made } = await sentAgain()
  await settleReturnedGoods(ctx, { id: made.id, restock: true, decision_reason: '持ち戻り' })
  const refund = (restock: boolean) =>
    refundOneOrder(ctx, {
      id: order.id,
      refund: { kind: 'return', restock, keep_subscription: false },
      by_hand: false,
      seen: { refunded_amount: 0, repaid_amount: 0, owed_amount: 0 },
      decision_reason: '返品',
      notify: false,
    })
  await expect(refund(true)).rejects.toMatchObject({ status: 422, fields: [{ path: 'refund.restock' }] })
  expect(await refund(false)).toMatchObject({ status: 'returned' })
})

test('goods that came back are counted once, though a return had asked before they did', async () => {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const sold = async () => {
    const order = await insertOrderRow(db, member!, [{ product_sku_id: 101, quantity: 2 }], { payment_method_id: null })
    const { order_no } = order
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: `${100_000_000_000 + order.id}` })
    const [item] = await db.select().from(order_item).where(eq(order_item.order_id, order.id))
    const made = await replaceOrder(ctx, {
      id: order.id,
      kind: 'resend',
      decision_reason: '未着',
      notify: false,
      idempotency_key: randomUUID(),
      items: [{ order_item_id: item!.id, product_sku_id: 101, quantity: 2 }],
    })
    return { order_no, made }
  }
  const before = await stock()
  // The return restocks them if that was not done yet.
  await refundOrder(ctx, { order_no: (await sold()).order_no, refund: { kind: 'return', restock: true } })
  expect(await stock()).toBe(before)
  const { order_no, made } = await sold()
  await settleReturnedGoods(ctx, { id: made.id, decision_reason: '戻り', restock: true })
  expect(await stock()).toBe(before)
  // The request of the return screen is out of date by now.
  await refundOrder(ctx, { order_no, refund: { kind: 'return', restock: true } })
  expect(await stock()).toBe(before)
})
