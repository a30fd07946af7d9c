import type { QuotedItem } from '@kushi/contract/quote'
import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { orders } from '@kushi/db/schema/order'
import { given, statement } from '@kushi/db/statement'
import type { OrderStatus } from '@kushi/values/order-status'
import { usePromotions } from '../../../catalogue/promotion/index.ts'
import type { Input, MemberContext } from '../../../context.ts'
import { keptShop } from '../../../foundation/setting/index.ts'
import { enqueueLineTo, keptText } from '../../../messaging/message/index.ts'
import { subscriptionOrdered } from '../reactions.ts'
import type { AssessedOrder } from './assess-order.ts'
import { checkOwed } from './check-owed.ts'
import type { Buyer } from './find-buyer.ts'
import { type Around, loadAround, type MailParts } from './order-mail.ts'
import type { OrderRow, SoldItem } from './order-row.ts'
import { aboutOf, keyOf, notifyExtensions, orderReceivedLine } from './receive-order.ts'
import { writeParts } from './write-parts.ts'

type Request = Input<'POST /v1/order/public/new'>
/**
 * Runs in the same transaction as the order; an error rolls both back. For example an operator's audit entry, or the
 * last check of a payment link.
 */
export type Also = (tx: Tx, order: OrderRow) => Promise<void>

interface Press {
  input: Request
  assessed: AssessedOrder
  buyer: Buyer
  also: Also | undefined
}

/**
 * Writes order, items, evidence, stock and what follows, in one transaction. Returns null when an order with this key
 * already exists (then nothing was written).
 * @throws ShopError 409 when another customer took the last pieces; 401 when the member no longer exists
 */
export async function writeOrder(
  ctx: MemberContext,
  { input, assessed, buyer, also }: Press,
): Promise<OrderRow | null> {
  // Loaded before the transaction, because that already holds a connection.
  const mail = isDueAtDoor(input) ? await loadMailParts(ctx, buyer) : null
  return ctx.db.transaction(async (tx) => {
    const order = await insertOrder(tx, ctx, input, assessed, buyer.new_order_no)
    if (!order) return null
    await usePromotions(tx, ctx, order, assessed.granted)
    await checkOwed(tx, ctx, { ...order, is_subscription: input.is_subscription })
    if (input.is_subscription) {
      order.subscription_id = await subscriptionOrdered(tx, ctx, order, input, assessed)
      const first = { subscription_id: order.subscription_id, cycle: 1 }
      await tx.update(orders).set(first).where(isRow(orders, order))
    }
    const items = assessed.items.map((item) => itemOf(order, item))
    const isSingle = order.subscription_id === null
    const around: Around = isSingle
      ? { regular: null, later: [], leads: { leads: [], closings: [] }, method: assessed.method }
      : await loadAround({ ...ctx, db: tx }, order)
    await writeParts(tx, ctx, order, items, { input, assessed, mail: mail && { ...around, ...mail } })
    if (mail) await notifyFurther(tx, ctx, order, items, { ...around, ...mail }, buyer.line_id)
    await also?.(tx, order)
    return order
  })
}

/** Cash on delivery needs no response from a provider, so the order counts at once. */
const isDueAtDoor = ({ payment_method_id }: Pick<Request, 'payment_method_id'>) => payment_method_id === null

async function loadMailParts(
  ctx: MemberContext,
  { email, email_verified_at, name01, name02 }: Buyer,
): Promise<MailParts> {
  const to = { email, email_verified_at, name01, name02 }
  return { to, seller: await keptShop(ctx), text: await keptText(ctx, 'order_received') }
}

/** Extensions and LINE, which only some shops and members have. */
async function notifyFurther(
  tx: Tx,
  ctx: MemberContext,
  order: OrderRow,
  items: readonly SoldItem[],
  { seller, ...around }: Around & MailParts,
  line_id: string | null,
): Promise<void> {
  await notifyExtensions(tx, ctx, order)
  if (line_id === null || !seller.line_channel_flag) return
  const payload = { to: line_id, message: await orderReceivedLine(tx, ctx, seller, order, items, around) }
  await enqueueLineTo(tx, seller.id, `line:${keyOf(order)}`, payload, aboutOf(order))
}

const columns = [
  ...(['shop_id', 'customer_id', 'order_no', 'status', 'idempotency_key'] as const),
  ...(['name01', 'name02', 'kana01', 'kana02', 'postal_code01', 'postal_code02', 'pref_id'] as const),
  ...(['addr01', 'addr02', 'addr03', 'phone_number'] as const),
  ...(['delivery_notes', 'delivery_id', 'delivery_time_id', 'delivery_date', 'expected_date'] as const),
  ...(['payment_method_id', 'subtotal', 'discount_amount', 'delivery_fee', 'payment_fee'] as const),
  ...(['adjustment_amount', 'payment_total', 'tax_total', 'tax_lines', 'bundled_flag'] as const),
  ...(['adcd', 'abmtcd', 'ad_user_id', 'created_at', 'updated_at'] as const),
]
const insert = statement('insert_order', (db) =>
  db
    .insert(orders)
    .values(given(...columns))
    // No conflict target: the number follows from the key, so for two concurrent presses either index may conflict
    // first.
    .onConflictDoNothing()
    .returning(),
)

async function insertOrder(
  tx: Tx,
  ctx: MemberContext,
  input: Request,
  { summary, first_delivery_date }: AssessedOrder,
  order_no: string,
): Promise<OrderRow | null> {
  const { subtotal, discount_amount, delivery_fee, payment_fee, adjustment_amount } = summary
  const { payment_total, tax_total, tax_lines, bundled_flag } = summary
  const status: OrderStatus = isDueAtDoor(input) ? 'received' : 'payment_pending'
  const { shop_id, customer_id } = ctx
  const now = ctx.clock.now()
  const [order] = await insert(tx, {
    shop_id,
    customer_id,
    order_no,
    status,
    idempotency_key: input.idempotency_key,
    ...input.shipping_address,
    delivery_notes: input.delivery_notes,
    delivery_id: input.delivery_id,
    delivery_time_id: input.delivery_time_id,
    delivery_date: input.delivery_date,
    expected_date: first_delivery_date,
    payment_method_id: input.payment_method_id,
    subtotal,
    discount_amount,
    delivery_fee,
    payment_fee,
    adjustment_amount,
    payment_total,
    tax_total,
    tax_lines,
    bundled_flag,
    adcd: input.adcd ?? null,
    abmtcd: input.abmtcd ?? null,
    ad_user_id: input.ad_user_id ?? null,
    created_at: now,
    updated_at: now,
  })
  return order ?? null
}

/** A copy of what is sold, so that a later change of the catalogue changes no receipt. */
function itemOf({ shop_id, id: order_id }: OrderRow, item: QuotedItem): SoldItem {
  const { id, ...copied } = item
  return { ...copied, shop_id, order_id, product_sku_id: id }
}
