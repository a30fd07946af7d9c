import { delivery, delivery_cool_fee } from '@kushi/db/schema/delivery'
import { shipment } from '@kushi/db/schema/fulfilment'
import { order_credit_item, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import type { Temperature } from '@kushi/values/shipment'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { loadBookableOrders } from '../../accounting/ledger/internal/load-sales.ts'
import { ledgerEntriesOfOrder } from '../../accounting/ledger/rules/entries.ts'
import { googleFeed } from '../../catalogue/product/google-feed.ts'
import { quoteSkus } from '../../catalogue/product/quote-skus.ts'
import type { MemberContext } from '../../context.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import {
  asChosenItems,
  confirmedOrderInput,
  insertMembers,
  kamakuraAddress,
  testOrderDraft,
} from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { invoiceAmounts } from '../document/rules/invoice.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { loadProviderBill } from '../order/internal/load-bill.ts'
import { loadOrderItems } from '../order/internal/order-row.ts'
import { creditItemsOf } from '../order/rules/credit.ts'
import { cashOnDeliveryPort } from '../payment/cash-payments.ts'
import { getSubscription } from '../subscription/get-subscription.ts'
import { previewUpdate } from '../subscription/preview-update.ts'
import { changeOrder, previewOrderChange } from './admin/change-order.ts'
import { createShipmentsOfOrder } from './internal/shipments.ts'
import { cancelShipment } from './receive-shipments.ts'
import { shipOrder } from './ship-order.ts'
import { splitParcel } from './split-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

/** A set of an oil and two teas; the oil; the tea. */
const [SET, OIL, TEA] = [128, 101, 133]
const HOKKAIDO = { ...kamakuraAddress, postal_code01: '060', postal_code02: '0001', pref_id: 1 }
const changeSku = (id: number, to: Partial<typeof product_sku.$inferInsert>) =>
  db.update(product_sku).set(to).where(eq(product_sku.id, id))
const cool = (id: number, temperature: Temperature) => changeSku(id, { temperature })
const setParcel = (cool_fee: number) => db.update(delivery).set({ cool_fee }).where(eq(delivery.id, 1))
const setShop = (to: Partial<typeof shop.$inferInsert>) => db.update(shop).set(to).where(eq(shop.id, 2))
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox', { restart: true })
  await db.delete(delivery_cool_fee)
  await db.insert(delivery_cool_fee).values({ shop_id: 2, delivery_id: 1, pref_id: 1, fee: 660 })
  await setParcel(330)
  await setShop({ delivery_free_amount: 6600, delivery_free_includes_cool: false })
  const parts = [
    { product_sku_id: OIL, pieces: 1 },
    { product_sku_id: TEA, pieces: 2 },
  ]
  await changeSku(SET, { parts, temperature: 'normal', visible: true, stock: 0, price: 4000, quantity_prices: [] })
  await cool(OIL, 'frozen')
  await changeSku(TEA, { temperature: 'normal', price: 200 })
})
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const buyer = async () => {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, { customer_id: customer_id!, settings }) as MemberContext
}
const bottles = (quantity: number, id = OIL) => [{ product_sku_id: id, quantity, revision: 1 }]
async function bought(more: Parameters<typeof testOrderDraft>[0] = {}) {
  const ctx = await buyer()
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft(more)))
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return { ctx, order: order! }
}
const revised = async (id: number, quantity = 1) => {
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, id))
  return { product_sku_id: id, quantity, revision: sku!.revision }
}

test('the same in cart, confirmation, order, mail, bill, invoice, 赤伝 and books, never as 調整額', async () => {
  const ctx = await buyer()
  const asked = { product_sku_ids: [`${OIL}:1`], is_subscription: false }
  expect((await quoteSkus(ctx, asked as never)).summary).toMatchObject({ cool_fee: 330, delivery_fee: 660 })
  const seen = await validateOrder(ctx, testOrderDraft({ items: [await revised(OIL)] }))
  expect(seen.summary.cool_fee).toBe(330)
  const { order } = await bought({ items: [await revised(OIL)] })
  expect(order).toMatchObject({ cool_fee: 330, payment_total: seen.summary.payment_total, adjustment_amount: 0 })
  const items = await loadOrderItems(db, order)
  const { rows } = invoiceAmounts({ ...order, replacement_kind: null }, items)
  expect(rows).toContainEqual(expect.objectContaining({ name: 'クール代', tax_rate: 10, amount: 330 }))
  expect(rows.map(({ name }) => name)).not.toContain('調整額')
  expect((await loadProviderBill(ctx, order)).order.rows).toContainEqual({ name: 'クール代', price: 330, quantity: 1 })
  const [mail] = await db.select().from(outbox).where(eq(outbox.order_id, order.id))
  expect((mail!.payload as { text: string }).text).toContain('クール代: ¥330')
  expect(creditItemsOf(order, items, [], { items: [], cool_fee: true })).toMatchObject([
    { kind: 'cool_fee', amount: 330, tax_rate: 10 },
  ])
  const [sale] = await loadBookableOrders(db, 2, [order.id])
  const booked = ledgerEntriesOfOrder({ ...sale!, sold_on: '2026-11-25' })
  expect(booked.find(({ kind }) => kind === 'cool_fee')).toMatchObject({ amount: 330, tax: 30, tax_rate: 10 })
  expect(booked.map(({ kind }) => kind)).not.toContain('adjustment')
  expect(booked.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.payment_total)
})

test.each<[string, () => Promise<unknown>, Parameters<typeof testOrderDraft>[0], number]>([
  ['goods that need none', () => cool(OIL, 'normal'), {}, 0],
  ['one parcel for many pieces', async () => {}, { items: bottles(2) }, 330],
  ['a parcel of each temperature', () => cool(TEA, 'chilled'), { items: [...bottles(1), ...bottles(1, TEA)] }, 660],
  ['a set by its parts', () => cool(TEA, 'chilled'), { items: bottles(1, SET) }, 660],
  ['its prefecture', async () => {}, { shipping_address: HOKKAIDO }, 660],
  ['also where delivery is free', async () => {}, { items: bottles(9) }, 330],
  [
    'free where free delivery includes it',
    () => setShop({ delivery_free_includes_cool: true }),
    { items: bottles(9) },
    0,
  ],
])('%s', async (_, prepare, more, fee) => {
  await prepare()
  const items = await Promise.all((more?.items ?? bottles(1)).map((one) => revised(one.product_sku_id, one.quantity)))
  expect((await validateOrder(await buyer(), testOrderDraft({ ...more, items }))).summary.cool_fee).toBe(fee)
})

test('a present adds no クール代, because it makes no parcel', async () => {
  await insertRunningPromotion(db, { trigger: 'automatic', effect: { kind: 'gift', product_sku_id: TEA, pieces: 1 } })
  await cool(OIL, 'chilled')
  const { summary } = await validateOrder(await buyer(), testOrderDraft({ items: [await revised(OIL)] }))
  expect([summary.cool_fee, summary.gifts.length]).toEqual([330, 1])
  await cool(TEA, 'frozen')
  const without = await validateOrder(await buyer(), testOrderDraft({ items: [await revised(OIL)] }))
  expect([without.summary.cool_fee, without.summary.gifts.length]).toEqual([330, 0])
})

test('a changed order: other goods in as many parcels are priced by that day, nothing else moves it', async () => {
  const desk = await operatorContext(db, 'manager', { ports: { payment: new Map([[null, cashOnDeliveryPort]]) } })
  const { order } = await bought({ items: [await revised(OIL)] })
  await setParcel(550)
  const form = async (quantity: number, adjustment_amount: number) => {
    const { version, delivery_notes, delivery_id, delivery_time_id, delivery_date, ...shown } = await showOrder(desk, {
      id: order.id,
    })
    return {
      ...{ id: order.id, version, delivery_notes, delivery_id, delivery_time_id, delivery_date, adjustment_amount },
      shipping_address: shown.shipping_address!,
      items: asChosenItems([{ product_sku_id: OIL, quantity }]),
      decision_reason: 'お電話で承りました',
      notify: false,
    }
  }
  expect(await changeOrder(desk, await form(1, -100))).toMatchObject({
    cool_fee: 330,
    payment_total: order.payment_total - 100,
  })
  expect((await previewOrderChange(desk, await form(2, 0))).after).toMatchObject({ cool_fee: 550 })
})

test('a running contract keeps the クール代 of its confirmation; another address and another parcel have that of today', async () => {
  const wanted = {
    is_subscription: true,
    delivery_pattern: { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const,
    items: [await revised(OIL)],
  }
  const ctx = await buyer()
  const seen = await validateOrder(ctx, testOrderDraft(wanted))
  expect(seen.summary.following).toMatchObject({ cool_fee: 330 })
  await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft(wanted)))
  const [row] = await db.select().from(subscription)
  const id = row!.id
  const costs = async () => (await getSubscription(ctx, { id })).payment_total
  const before = await costs()
  await setParcel(880)
  expect(await costs()).toBe(before)
  expect(await getSubscription(ctx, { id })).toMatchObject({ cool_fee: 330 })
  await setParcel(110)
  expect(await costs()).toBe(before - 220)
  await setParcel(880)
  const moved = await previewUpdate(ctx, { id, shipping_address: HOKKAIDO })
  expect([moved.before.cool_fee, moved.after.cool_fee]).toEqual([330, 660])
  await cool(TEA, 'chilled')
  const items = [OIL, TEA].map((product_sku_id) => ({ product_sku_id, quantity: 1, is_one_time: false }))
  expect((await previewUpdate(ctx, { id, items })).after.cool_fee).toBe(2 * 880)
  // A contract from before クール代 has none, as long as its goods stay.
  const { cool_fee: _, cool_parcels: __, delivery_free_includes_cool: ___, ...older } = row!.agreed_terms!
  await db.update(subscription).set({ agreed_terms: older }).where(eq(subscription.id, id))
  expect(await getSubscription(ctx, { id })).toMatchObject({ cool_fee: 0 })
})

test('the product feed has it in what a parcel costs, by prefecture', async () => {
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, OIL))
  let feed = ''
  for await (const part of (await googleFeed(testContext(db)))!) feed += part
  const item = feed.split('<item>').find((one) => one.includes(`<g:id>${sku!.product_code}</g:id>`))!
  const [usual] = [...item.matchAll(/<g:price>(\d+) JPY/g)].slice(1).map(([, yen]) => Number(yen))
  expect(usual).toBe(660 + 330)
  expect(item).toMatch(/<g:region>01<\/g:region>[\s\S]*?<g:price>1\d{3} JPY/)
})

test('a cooled parcel that is missing takes its クール代 along; goods sent apart paid for one', async () => {
  await cool(TEA, 'chilled')
  const { order, ctx } = await bought({ items: [await revised(OIL), await revised(TEA, 2)] })
  expect(order).toMatchObject({ cool_fee: 660 })
  const { order_no } = order
  await db.transaction((tx) => createShipmentsOfOrder(tx, ctx, order))
  const parcelOf = async (temperature: Temperature) => {
    const all = await db.select().from(shipment).where(eq(shipment.status, 'ready'))
    return { order_no, shipment_no: all.find((one) => one.temperature === temperature)!.shipment_no }
  }
  const taken = async () =>
    (await db.select().from(order_credit_item).where(eq(order_credit_item.kind, 'cool_fee'))).map(
      ({ amount }) => amount,
    )
  const [tea] = await db.select().from(product_sku).where(eq(product_sku.id, TEA))
  const one = { items: [{ product_code: tea!.product_code, quantity: 1 }], temperature: 'chilled' as const }
  await splitParcel(ctx, { ...(await parcelOf('chilled')), ...one })
  await shipOrder(ctx, { ...(await parcelOf('chilled')), carrier: 'yamato', tracking_no: '123456789012' })
  await cancelShipment(ctx, await parcelOf('chilled'))
  expect(await taken()).toEqual([])
  await cancelShipment(ctx, await parcelOf('frozen'))
  expect(await taken()).toEqual([330])
})
