import type { Replacement } from '@kushi/contract/admin/order'
import { insertRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { mapOrderAmounts } from '@kushi/values/order-amounts'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import type { TaxRate } from '@kushi/values/price'
import { and, eq } from 'drizzle-orm'
import { earliestDeliveryDayTo } from '../../../catalogue/delivery/index.ts'
import { loadPriceInput, type SkuItem, taxByRate } from '../../../catalogue/price/index.ts'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, refusedField, ShopError } from '../../../shop-error.ts'
import { makeProviderNumber, refuseRefundInTransfer } from '../../payment/index.ts'
import {
  cancelOwedRefund,
  creditItemsOfRequest,
  creditTotal,
  loadOrderWithCredits,
  writeOrderCredit,
} from '../internal/credit-order.ts'
import { deductStock } from '../internal/deduct-stock.ts'
import { orderStatusEventRow, publishOrderEvent, selectLastPayment } from '../internal/lock-order.ts'
import { findShopOrder, type ItemRow, loadOrderItems, type OrderRow, orderAuditSubject } from '../internal/order-row.ts'
import { checkDeliveryChange, orderChangedError } from '../internal/plan-change.ts'
import { notifyReplacement } from '../internal/replacement-mail.ts'
import { loadReplacedPieces } from '../internal/replacements.ts'
import { reductionLineBase } from '../rules/credit.ts'
import { replacementProblems, replacementRefusal } from '../rules/replacement.ts'
import { orderDetail } from './show-order.ts'

/**
 * 再送・交換: a new order of the same member for items of a shipped one, free of charge, which takes stock. The adjustment
 * cancels out the price, so there is no payment and nothing to collect on delivery. The same key returns the same
 * order.
 * @throws ShopError 409 when the original has not been shipped, the member has withdrawn, or the stock is too low; 422
 * beside the fields
 */
export const replaceOrder: AdminHandler<'POST /admin/v1/orders/{id}/replacement'> = async (ctx, { id, ...asked }) => {
  const original = await findShopOrder(ctx, id)
  const { customer_id } = original
  const way = await wayOf(ctx, original, asked)
  const made = await ctx.db.transaction(async (tx) => {
    // Locks the member first, as everywhere: a merge locks both members, and then their orders.
    const [member] = await tx
      .select()
      .from(customer)
      .where(sameRowCondition(customer, { ...original, id: customer_id }))
      .for('share')
    const [order] = await tx.select().from(orders).where(sameRowCondition(orders, original)).for('update')
    if (order!.customer_id !== customer_id) throw orderChangedError()
    const before = await placedBefore(tx, order!, asked.idempotency_key)
    if (before) {
      await recordAudit(tx, ctx, { ...orderAuditSubject(before), after: { asked_again: true } })
      return before
    }
    return write(tx, ctx, order!, member!.withdrawn_at !== null, way, asked)
  })
  return orderDetail(ctx, ctx.db, made.id)
}

type ReplacementInput = Omit<Replacement, 'id'>

/** Address and delivery: those of the original, unless the request has others. */
async function wayOf(ctx: OperatorContext, original: OrderRow, asked: ReplacementInput) {
  const { delivery_id = original.delivery_id, delivery_date = null, delivery_notes = original.delivery_notes } = asked
  const own = delivery_id === original.delivery_id ? original.delivery_time_id : null
  const way = {
    shipping_address: asked.shipping_address ?? original,
    delivery_notes,
    delivery_id,
    delivery_date,
    delivery_time_id: asked.delivery_time_id === undefined ? own : asked.delivery_time_id,
  }
  await checkDeliveryChange(ctx, { ...original, delivery_date: null }, way)
  return { ...way, earliest: await earliestDeliveryDayTo(ctx, { ...way.shipping_address, delivery_id }) }
}
type Way = Awaited<ReturnType<typeof wayOf>>

/** The order that an earlier request with this key made. @throws ShopError 409 for the key of another order */
async function placedBefore(
  tx: Tx,
  { shop_id, customer_id, id }: OrderRow,
  idempotency_key: string,
): Promise<OrderRow | undefined> {
  const [placed] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, shop_id),
        eq(orders.customer_id, customer_id),
        eq(orders.idempotency_key, idempotency_key),
      ),
    )
  if (placed && placed.replaces_order_id !== id) throw orderChangedError()
  return placed
}

async function write(
  tx: Tx,
  ctx: OperatorQueryContext,
  original: OrderRow,
  is_withdrawn: boolean,
  way: Way,
  asked: ReplacementInput,
): Promise<OrderRow> {
  const sold = await loadOrderItems(tx, original)
  const replaced = await loadReplacedPieces(tx, original)
  const pieces = (counts: Iterable<number>) => [...counts].reduce((sum, count) => sum + count, 0)
  const left = pieces(sold.map(({ quantity }) => quantity)) - pieces(replaced.values())
  const refusal = replacementRefusal({ status: original.status, left, is_withdrawn })
  if (refusal) throw new ShopError(409, 'ERROR_ORDER_STATUS', refusal)
  const skus = await skusOf(tx, ctx, original, way, asked)
  // Items of the original order can be sent again even when they are no longer visible.
  const once = new Set(sold.map((item) => item.product_sku_id))
  const known = new Set(skus.filter(({ id, visible }) => visible || once.has(id)).map(({ id }) => id))
  const sets = new Set(skus.filter(({ parts }) => parts.length > 0).map(({ id }) => id))
  const problems = replacementProblems(asked, sold, replaced, { known, sets })
  if (problems.length > 0) throw invalidFields(problems)
  const items = asked.items.map((item) => itemOf(item, skus, sold))
  const order = await insertOrder(tx, ctx, original, way, asked, items)
  await insertRows(tx, order_status_event, [orderStatusEventRow(ctx, order)])
  await tx.insert(order_item).values(items.map((item) => ({ ...item, shop_id: order.shop_id, order_id: order.id })))
  const { payment_total, adjustment_amount } = order
  await recordAudit(tx, ctx, {
    ...orderAuditSubject(order),
    after: {
      replaces: original.order_no,
      replacement_kind: asked.kind,
      payment_total,
      adjustment_amount,
      decision_reason: asked.decision_reason,
    },
  })
  if (asked.kind === 'exchange') await creditCheaper(tx, ctx, original, items, asked.decision_reason)
  else await settleParcelBack(tx, ctx, original, items, order.order_no)
  await publishOrderEvent(tx, order, 'order.placed')
  if (asked.notify) await notifyReplacement(tx, ctx, order, { original, items })
  await deductStock(tx, order.shop_id, skus, { alsoHidden: true })
  return order
}

/** 交換 for cheaper goods: the difference in price is owed to the customer. */
async function creditCheaper(
  tx: Tx,
  ctx: OperatorQueryContext,
  original: OrderRow,
  items: readonly Item[],
  note: string,
): Promise<void> {
  const [paid] = await selectLastPayment(tx, original).for('update')
  const sale = await loadOrderWithCredits(tx, original)
  const lines = items.flatMap(({ replaces_item_id, quantity, subtotal }) => {
    const rest = sale.rest.items.find(({ order_item_id }) => order_item_id === replaces_item_id)
    const pieces = Math.min(quantity, rest?.pieces ?? 0)
    if (!rest || pieces === 0) return []
    const was = creditTotal(
      creditItemsOfRequest(sale, { items: [{ order_item_id: replaces_item_id, quantity: pieces }] }),
    )
    const amount = was - Math.floor((subtotal * pieces) / quantity)
    const { tax_rate } = rest
    return amount > 0 ? [{ ...reductionLineBase, amount, tax_rate }] : []
  })
  if (paid?.state === 'captured') await writeOrderCredit(tx, ctx, original, paid, { kind: 'exchange', lines, note })
}

/** 再送 of returned goods: their price is no longer owed, as far as it was not refunded. */
async function settleParcelBack(
  tx: Tx,
  ctx: OperatorQueryContext,
  original: OrderRow,
  items: readonly Item[],
  order_no: string,
): Promise<void> {
  const [paid] = await selectLastPayment(tx, original).for('update')
  const owed = unrefundedAmount(paid ?? null)
  if (!paid || owed === 0) return
  const back = (await loadOrderWithCredits(tx, original)).credited.filter(({ kind_of }) => kind_of === 'parcel_back')
  const amount = items.reduce((sum, { replaces_item_id, quantity }) => {
    const own = back.filter((line) => line.order_item_id === replaces_item_id)
    const pieces = own.reduce((all, line) => all + (line.quantity ?? 0), 0)
    return pieces === 0 ? sum : sum + Math.floor((creditTotal(own) * Math.min(quantity, pieces)) / pieces)
  }, 0)
  if (amount === 0) return
  await refuseRefundInTransfer(tx, original)
  await cancelOwedRefund(tx, ctx, original, paid, { owed: Math.min(amount, owed), note: `再送 ${order_no}` })
}

/** The SKUs to send, each once. @throws ShopError 422 when the delivery method does not accept them */
async function skusOf(
  tx: Tx,
  ctx: OperatorQueryContext,
  original: OrderRow,
  way: Way,
  { kind, items }: ReplacementInput,
) {
  const { shop_id, customer_id, delivery_id: before } = original
  const { shipping_address: to, delivery_id } = way
  const { items: skus, delivery } = await loadPriceInput(
    { ...ctx, db: tx, shop_id, customer_id },
    {
      items,
      promised_promotions: [],
      is_subscription: original.subscription_id !== null,
      delivery_id,
      postal_code: to.postal_code01 + to.postal_code02,
      pref_id: to.pref_id,
    },
  )
  // A 再送 may use the original's method, even if the shop no longer shows it.
  if (delivery.id !== delivery_id && !(kind === 'resend' && delivery_id === before))
    throw refusedField('delivery_id', 'この内容は、選んだ配送方法では送れません。')
  return skus
}

/** A copy of the item to send: the same SKU at its original price, another one at today's. */
function itemOf(
  { order_item_id, product_sku_id, quantity }: ReplacementInput['items'][number],
  skus: readonly SkuItem[],
  sold: readonly ItemRow[],
) {
  const { id: _, ...copied } = skus.find(({ id }) => id === product_sku_id)!
  const was = sold.find(({ id }) => id === order_item_id)!
  const same = was.product_sku_id === product_sku_id ? { price: was.price, tax_rate: was.tax_rate } : {}
  const priced = { ...copied, ...same }
  return {
    ...priced,
    product_sku_id,
    quantity,
    subtotal: priced.price * quantity,
    discount_amount: 0,
    promotions: [],
    lump_sum_payment_flag: false,
    lump_sum_payment_num: null,
    replaces_item_id: order_item_id,
  }
}
type Item = ReturnType<typeof itemOf>

async function insertOrder(
  tx: Tx,
  ctx: OperatorQueryContext,
  original: OrderRow,
  { shipping_address: to, delivery_notes, delivery_id, delivery_time_id, delivery_date, earliest }: Way,
  { kind, idempotency_key }: ReplacementInput,
  items: readonly Item[],
): Promise<OrderRow> {
  const { shop_id, customer_id, id, payment_method_id } = original
  const { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03 } = to
  const subtotal = items.reduce((sum, item) => sum + item.subtotal, 0)
  const goods = items.map((item) => ({ tax_rate: item.tax_rate as TaxRate, total: item.subtotal }))
  const now = ctx.clock.now()
  const [order] = await tx
    .insert(orders)
    .values({
      shop_id,
      customer_id,
      order_no: makeProviderNumber('K', ctx.clock.today()),
      status: 'received',
      idempotency_key,
      name01,
      name02,
      kana01,
      kana02,
      postal_code01,
      postal_code02,
      pref_id,
      addr01,
      addr02,
      addr03,
      phone_number: to.phone_number,
      delivery_notes,
      delivery_id,
      delivery_time_id,
      delivery_date,
      expected_date: delivery_date ?? earliest,
      payment_method_id,
      ...mapOrderAmounts(() => 0),
      subtotal,
      adjustment_amount: -subtotal,
      payment_total: 0,
      tax_total: 0,
      tax_lines: taxByRate(goods, 0, -subtotal),
      // 同梱物 are only for purchases.
      bundled_flag: false,
      wrapping: original.wrapping,
      replaces_order_id: id,
      replacement_kind: kind,
      created_at: now,
      updated_at: now,
    })
    .returning()
  return order!
}
