import type { CartLine } from '@kushi/contract/quote'
import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { order_evidence, order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import type { OrderStatus } from '@kushi/values/order-status'
import { isCash } from '@kushi/values/payment-method'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Input, MemberContext } from '../../context.ts'
import { cashReference, heardBy } from '../../payment/index.ts'
import { ShopError } from '../../shop-error.ts'
import type { AssessedOrder } from './assess-order.ts'
import { checkOwed } from './check-owed.ts'
import { shownAt } from './check-shown.ts'
import { chosenCard } from './chosen-card.ts'
import { noteStatus } from './lock-order.ts'
import { orderNoOf } from './order-no.ts'
import type { OrderRow } from './order-row.ts'
import type { PurchaseFollower } from './purchase-follower.ts'
import { receiveOrder } from './receive-order.ts'
import { requestDigest } from './request-digest.ts'
import { takeStock } from './take-stock.ts'

type Request = Input<'POST /v1/order/public/new'>
/** Written in the same transaction as the order: the trail of an operator. */
export type Also = (tx: Tx, order: OrderRow) => Promise<void>

/**
 * Order, items, evidence, stock and what follows, in one transaction.
 * null: an order with this key exists already (nothing was written).
 * @throws ShopError 409 when somebody else took the last pieces.
 */
export function writeOrder(
  ctx: MemberContext,
  follower: PurchaseFollower,
  input: Request,
  assessed: AssessedOrder,
  also?: Also,
): Promise<OrderRow | null> {
  return ctx.db.transaction(async (tx) => {
    const order = await insertOrder(tx, ctx, input, assessed)
    if (!order) return null
    await refuseLeft(tx, order)
    await checkOwed(tx, ctx, { ...order, is_subscription: input.is_subscription })
    if (input.is_subscription) {
      order.subscription_id = await follower.placed(tx, ctx, order, input, assessed)
      const first = { subscription_id: order.subscription_id, cycle: 1 }
      await tx.update(orders).set(first).where(isRow(orders, order))
    }
    const lines = assessed.items.map((line) => itemOf(order, line))
    const items = await tx.insert(order_item).values(lines).returning()
    await insertEvidenceAndPayment(tx, ctx, order, input, assessed)
    if (order.status === 'received') await receiveOrder(tx, ctx, order, items)
    await also?.(tx, order)
    // Last, so that the rows that every buyer wants are locked for the shortest time.
    await takeStock(tx, order.shop_id, assessed.items)
    return order
  })
}

/**
 * Who left, or became one with another member, while the order was on its way: it would be nobody's. From the order on nobody
 * can leave before this transaction ends. @throws ShopError 401
 */
async function refuseLeft(tx: Tx, { shop_id, customer_id }: OrderRow): Promise<void> {
  const isTheirs = and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id))
  if ((await tx.$count(customer, and(isTheirs, isNotNull(customer.withdrawn_at)))) > 0)
    throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
}

async function insertOrder(tx: Tx, ctx: MemberContext, input: Request, assessed: AssessedOrder) {
  const { delivery_fee, payment_fee, adjustment_amount, payment_total, tax_total, tax_lines } = assessed.summary
  const status: OrderStatus = input.payment_method_id === null ? 'received' : 'payment_pending'
  const { shop_id, customer_id } = ctx
  const order_no = await orderNoOf(tx, { shop_id, customer_id, idempotency_key: input.idempotency_key })
  const [order] = await tx
    .insert(orders)
    .values({
      ...{ shop_id, customer_id },
      order_no,
      status,
      idempotency_key: input.idempotency_key,
      ...input.shipping_address,
      delivery_notes: input.delivery_notes,
      delivery_id: input.delivery_id,
      delivery_time_id: input.delivery_time_id,
      delivery_date: input.delivery_date,
      expected_date: assessed.first_delivery_date,
      payment_method_id: input.payment_method_id,
      subtotal: assessed.summary.subtotal,
      discount_amount: assessed.summary.discount_amount,
      ...{ delivery_fee, payment_fee, adjustment_amount, payment_total, tax_total, tax_lines },
      bundled_flag: assessed.summary.bundled_flag,
      adcd: input.adcd,
      abmtcd: input.abmtcd,
      ad_user_id: input.ad_user_id,
      created_at: ctx.clock.now(),
      updated_at: ctx.clock.now(),
    })
    // No target: the number follows from the key, and of two presses at once the index of either may be met first.
    .onConflictDoNothing()
    .returning()
  return order ?? null
}

/** What is sold, copied: a later change of the catalogue changes no receipt. */
function itemOf({ shop_id, id: order_id }: OrderRow, line: CartLine): typeof order_item.$inferInsert {
  const { id, ...copied } = line
  return { ...copied, shop_id, order_id, product_sku_id: id }
}

/** All in one statement: every order writes them, and each trip to the database is time that every buyer waits. */
async function insertEvidenceAndPayment(
  tx: Tx,
  ctx: MemberContext,
  order: OrderRow,
  input: Request,
  assessed: AssessedOrder,
): Promise<void> {
  const paid = tx.$with('paid').as(tx.insert(payment).values(paymentOf(order, input)).returning({ id: payment.id }))
  await tx
    .with(paid, noteStatus(tx, ctx, order))
    .insert(order_evidence)
    .values({
      shop_id: order.shop_id,
      order_id: order.id,
      request_digest: requestDigest(input),
      terms_version: assessed.terms_version,
      shown_at: shownAt(input.shown, ctx.clock.now()),
      shown: {
        ...input.shown,
        items: assessed.items,
        summary: assessed.summary,
        // What was agreed to, word for word; null: nothing was handed over.
        third_party_consent: assessed.consent_text,
        ...(assessed.consent_text !== null && heardBy(ctx)),
      },
      user_agent: ctx.user_agent,
    })
}

/** The intent, before the provider hears of it; cash needs no word from anybody. */
function paymentOf(order: OrderRow, input: Request): typeof payment.$inferInsert {
  const isDueAtDoor = isCash(order.payment_method_id)
  return {
    shop_id: order.shop_id,
    order_id: order.id,
    payment_method_id: order.payment_method_id,
    state: isDueAtDoor ? 'authorised' : 'intent',
    amount: order.payment_total,
    provider_order_id: order.order_no,
    reference: isDueAtDoor ? cashReference : {},
    created_at: order.created_at,
    ...chosenCard(input, order.subscription_id !== null),
  }
}
