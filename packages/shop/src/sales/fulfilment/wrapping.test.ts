import { customer } from '@kushi/db/schema/customer'
import { delivery } from '@kushi/db/schema/delivery'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import type { WrappingChoice, WrappingOffer } from '@kushi/values/wrapping'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { loadBookableOrders } from '../../accounting/ledger/internal/load-sales.ts'
import { ledgerEntriesOfOrder } from '../../accounting/ledger/rules/entries.ts'
import { quoteSkus } from '../../catalogue/product/quote-skus.ts'
import type { MemberContext } from '../../context.ts'
import type { PackingSlip, PickingList } from '../../ports/packing-port.ts'
import { commandLineContext } from '../../testing/admin-context.ts'
import { carrierFilesInMemory } from '../../testing/carrier-files.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { asChosenItems, confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { invoiceAmounts } from '../document/rules/invoice.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { loadProviderBill } from '../order/internal/load-bill.ts'
import { loadOrders } from '../order/internal/load-orders.ts'
import { loadOrderItems } from '../order/internal/order-row.ts'
import { creditItemsOf, remainingSaleOf } from '../order/rules/credit.ts'
import { cashOnDeliveryPort } from '../payment/cash-payments.ts'
import { changeOrder, previewOrderChange } from './admin/change-order.ts'
import { renderPackingSheets } from './packing-sheets.ts'
import { startShippingBatch } from './start-batch.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const offer: WrappingOffer = {
  wraps: [{ wrapping_name: 'リボン', wrapping_fee: 330 }],
  noshi: [{ wrapping_name: '紅白蝶結び', wrapping_fee: 110, noshi_words: ['御祝', '内祝い'], has_name: true }],
  card_fee: 55,
}
const all: WrappingChoice = {
  wrap: 'リボン',
  noshi: { wrapping_name: '紅白蝶結び', noshi_text: '内祝い', name_on: '山口' },
  message_card: 'お誕生日おめでとう',
}
const setOffer = (wrapping_offer: WrappingOffer) => db.update(shop).set({ wrapping_offer }).where(eq(shop.id, 2))
beforeEach(() => setOffer(offer))

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const buyer = async () => {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, { customer_id: customer_id!, settings }) as MemberContext
}
const orderOf = async (order_no: string) => (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
async function bought(wrapping: WrappingChoice | null = all) {
  const ctx = await buyer()
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ wrapping })))
  return { ctx, order: await orderOf(order_no) }
}
const desk = await operatorContext(db, 'manager', { ports: { payment: new Map([[null, cashOnDeliveryPort]]) } })
async function form(
  id: number,
  wrapping?: WrappingChoice | null,
  items?: { product_sku_id: number; quantity: number }[],
) {
  const { version, delivery_notes, delivery_id, delivery_time_id, delivery_date, adjustment_amount, ...shown } =
    await showOrder(desk, { id })
  return {
    id,
    version,
    delivery_notes,
    delivery_id,
    delivery_time_id,
    delivery_date,
    adjustment_amount,
    shipping_address: shown.shipping_address!,
    items: asChosenItems(items ?? shown.items.map(({ product_sku_id, quantity }) => ({ product_sku_id, quantity }))),
    decision_reason: 'お電話で承りました',
    notify: true,
    ...(wrapping !== undefined && { wrapping }),
  }
}

test('chosen, priced, taxed at 10 %, and the same in confirmation, order, mail, my page, bill and document', async () => {
  const plain = await validateOrder(await buyer(), testOrderDraft())
  const seen = await validateOrder(await buyer(), testOrderDraft({ wrapping: all }))
  // 代引手数料 goes by the total with it.
  expect(seen.summary.gift_fee).toBe(495)
  expect(seen.summary.payment_total).toBe(plain.summary.payment_total + 495)
  expect(seen.summary.tax_lines).toMatchObject([{ tax_rate: 10, total: plain.summary.tax_lines[0]!.total + 495 }])
  const { ctx, order } = await bought()
  expect(order).toMatchObject({ gift_fee: 495, payment_total: seen.summary.payment_total, wrapping: seen.wrapping })
  const [own] = await loadOrders(ctx, eq(orders.id, order.id), { limit: 1 })
  expect(own).toMatchObject({
    gift_fee: 495,
    wrapping: { wrap: { wrapping_name: 'リボン', wrapping_fee: 330 }, message_card: { wrapping_fee: 55 } },
  })
  const items = await loadOrderItems(db, order)
  expect(invoiceAmounts({ ...order, replacement_kind: null }, items).rows).toContainEqual(
    expect.objectContaining({ name: 'ギフト包装', tax_rate: 10, amount: 495 }),
  )
  expect((await loadProviderBill(ctx, order)).order.rows).toContainEqual({
    name: 'ギフト包装',
    price: 495,
    quantity: 1,
  })
  const [mail] = await db.select().from(outbox).where(eq(outbox.order_id, order.id))
  const { text } = mail!.payload as { text: string }
  for (const said of ['ギフト包装: ¥495', 'のしあり', 'メッセージカードあり']) expect(text).toContain(said)
  expect(text).not.toContain('お誕生日')
})

test('the cart’s and form’s quote has it, and believes no fee', async () => {
  const ctx = await buyer()
  const asked = { product_sku_ids: ['101:1'], is_subscription: false }
  const total = async (more: object) => (await quoteSkus(ctx, { ...asked, ...more } as never)).summary.gift_fee
  expect(await total({ gift_wrap: 'リボン', gift_noshi: '紅白蝶結び', gift_card: true })).toBe(495)
  expect(await total({ gift_wrap: 'ない包装' })).toBe(0)
  expect(await total({ gift_wrap: 'リボン', is_subscription: true })).toBe(0)
})

test.each<[string, object, string]>([
  ['what is not offered', { wrapping: { ...all, wrap: '風呂敷' } }, 'wrapping.wrap'],
  [
    'a 定期便',
    {
      wrapping: all,
      is_subscription: true,
      delivery_pattern: { subscription_division_id: 1, param1: 1, param2: 5, param3: null },
    },
    'wrapping.wrap',
  ],
])('refused beside its field: %s', async (_, more, path) => {
  await expect(validateOrder(await buyer(), testOrderDraft(more))).rejects.toMatchObject({
    status: 422,
    fields: [{ path }],
  })
})

test('a fee that changed between confirmation and order is not charged', async () => {
  const ctx = await buyer()
  const request = await confirmedOrderInput(ctx, testOrderDraft({ wrapping: all }))
  await setOffer({ ...offer, wraps: [{ wrapping_name: 'リボン', wrapping_fee: 440 }] })
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
})

test('an operator changes it: what stays keeps its fee, the rest that of today; other amounts stay', async () => {
  const { order } = await bought()
  await setOffer({ ...offer, wraps: [{ wrapping_name: 'リボン', wrapping_fee: 990 }], card_fee: null })
  const unchanged = await previewOrderChange(desk, await form(order.id))
  expect(unchanged).toMatchObject({ changes: [], after: { payment_total: order.payment_total } })
  const without = await previewOrderChange(desk, await form(order.id, { ...all, noshi: null }))
  expect(without.after).toMatchObject({ gift_fee: 385, payment_total: order.payment_total - 110 })
  expect(without.changes).toContainEqual({
    label: 'ギフトの内容',
    before: 'ギフト包装: リボン、のし: 紅白蝶結び / 内祝い / お名入れ: 山口、メッセージカード: お誕生日おめでとう',
    after: 'ギフト包装: リボン、メッセージカード: お誕生日おめでとう',
    personal: 'text',
  })
  const changed = await changeOrder(desk, await form(order.id, null))
  expect(changed).toMatchObject({ gift_fee: 0, wrapping: null, payment_total: order.payment_total - 495 })
  expect(changed.delivery_fee).toBe(order.delivery_fee)
  const again = await changeOrder(desk, await form(order.id, { ...all, message_card: null }))
  expect(again).toMatchObject({ gift_fee: 1100, payment_total: order.payment_total - 495 + 1100 })
  // With other goods it is priced anew, with the same wrapping.
  const more = await previewOrderChange(desk, await form(order.id, undefined, [{ product_sku_id: 101, quantity: 2 }]))
  expect(more.after).toMatchObject({ gift_fee: 1100, subtotal: 4840 })
})

test('an order that goes by メール便 instead can’t keep it, also when the change says nothing of it', async () => {
  await db.update(product_sku).set({ light_flag: true, weight_g: 10 }).where(eq(product_sku.id, 101))
  const { order } = await bought({ wrap: 'リボン', noshi: null, message_card: null })
  await db.update(orders).set({ payment_method_id: 1 }).where(eq(orders.id, order.id))
  await db.update(payment).set({ payment_method_id: 1 }).where(eq(payment.order_id, order.id))
  const [mail] = await db
    .select()
    .from(delivery)
    .where(and(eq(delivery.shop_id, 2), eq(delivery.mail_delivery_flag, true)))
  const to = { delivery_id: mail!.id, delivery_time_id: null, delivery_date: null }
  for (const wrapping of [undefined, { wrap: 'リボン', noshi: null, message_card: null }])
    await expect(previewOrderChange(desk, { ...(await form(order.id, wrapping)), ...to })).rejects.toMatchObject({
      fields: [{ path: 'wrapping.wrap', message: 'メール便では、ギフト包装・のし・カードを承れません。' }],
    })
  const without = await previewOrderChange(desk, { ...(await form(order.id, null)), ...to })
  expect(without.after.gift_fee).toBe(0)
})

test('a refund gives it back by itself, and the books have it as its own', async () => {
  const { order } = await bought()
  const items = await loadOrderItems(db, order)
  const credit = creditItemsOf(order, items, [], { items: [], gift_fee: true })
  expect(credit).toMatchObject([{ kind: 'gift_fee', amount: 495, tax_rate: 10 }])
  expect(remainingSaleOf(order, items, credit)).toMatchObject({ gift_fee: 0, amount: order.payment_total - 495 })
  const [sale] = await loadBookableOrders(db, 2, [order.id])
  const booked = ledgerEntriesOfOrder({ ...sale!, sold_on: '2026-11-25' })
  expect(booked.find(({ kind }) => kind === 'gift_fee')).toMatchObject({ amount: 495, tax: 45, tax_rate: 10 })
  expect(booked.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.payment_total)
})

test('the packer has it on list and slip; for another recipient without prices', async () => {
  let printed: { list: PickingList; slips: readonly PackingSlip[] } | null = null
  const packing = {
    render: async (list: PickingList, slips: readonly PackingSlip[]) => {
      printed = { list, slips }
      return new Uint8Array()
    },
  }
  const ctx = commandLineContext(testContext(db, { ports: { packing, carrier_file: carrierFilesInMemory() } }))
  const { order } = await bought()
  await db.update(customer).set({ name01: '贈主' }).where(eq(customer.id, order.customer_id))
  await db.update(orders).set({ payment_method_id: 1 }).where(eq(orders.id, order.id))
  const { batch } = await startShippingBatch(ctx, { order_nos: [order.order_no] })
  await renderPackingSheets(ctx, batch)
  expect(printed!.list.wrapping).toEqual([
    { name: 'ギフト包装: リボン', quantity: 1 },
    { name: 'のし: 紅白蝶結び 内祝い', quantity: 1 },
    { name: 'メッセージカード', quantity: 1 },
  ])
  expect(printed!.slips[0]).toMatchObject({
    is_priced: false,
    wrapping: [{ text: 'リボン' }, { text: '紅白蝶結び / 内祝い / お名入れ: 山口' }, { text: 'お誕生日おめでとう' }],
  })
})
