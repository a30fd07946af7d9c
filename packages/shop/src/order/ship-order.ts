import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { CARRIER_NAME, type Carrier, trackingUrl } from '@kushi/values/carrier'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { letter } from '../mail/letter.ts'
import { enqueueLine } from '../outbox/enqueue-line.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { capturePayment } from '../payment/capture-payment.ts'
import { expectStatus, findOrder, lockOrder } from './lock-order.ts'
import { orderShippedLine } from './order-line.ts'
import type { OrderRow } from './write-order.ts'

interface Parcel {
  order_no: string
  delivery_company: Carrier
  tracking_no: string
}

/**
 * 発送: the money that was authorised is taken (SALES), then the parcel counts as handed over and the customer is told.
 * Run again after a crash it goes on where it was; a parcel that is on its way already only gets its number corrected.
 */
export async function shipOrder(ctx: Context, { order_no, delivery_company, tracking_no }: Parcel): Promise<OrderRow> {
  const { order: found, paid } = await findOrder(ctx, order_no)
  if (found.status === 'received') expectStatus(found, 'arranged')
  else if (found.status !== 'shipped') expectStatus(found, 'shipped')
  if (paid) await capturePayment(ctx, paid, { delivery_company, tracking_no })
  return ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    const mine = eq(orders.id, order.id)
    const updated_at = ctx.clock.now()
    if (order.status === 'received') await tx.update(orders).set({ status: 'arranged', updated_at }).where(mine)
    else if (order.status !== 'shipped') expectStatus(order, 'shipped')
    const set = { status: 'shipped' as const, delivery_company, tracking_no, updated_at }
    const [shipped] = await tx.update(orders).set(set).where(mine).returning()
    await tell(tx, ctx, shipped!)
    return shipped!
  })
}

async function tell(tx: Tx, ctx: Context, order: OrderRow): Promise<void> {
  const [found] = await tx
    .select({ email: customer.email, seller: shop })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .where(eq(customer.id, order.customer_id))
  const { email, seller } = found!
  const facts = [
    `ご注文番号: ${order.order_no}`,
    `配送会社: ${CARRIER_NAME[order.delivery_company!]}`,
    `お問い合わせ番号: ${order.tracking_no}`,
    trackingUrl(order.delivery_company, order.tracking_no) ?? '',
  ].filter(Boolean)
  await enqueueMail(tx, order.shop_id, `order-shipped:${order.order_no}:${order.tracking_no}`, {
    to: email,
    subject: `【${seller.shop_name}】商品を発送しました(${order.order_no})`,
    text: letter(seller, `${order.name01} ${order.name02}`, 'ご注文の商品を発送しました。', facts.join('\n')),
  })
  await enqueueLine(
    tx,
    order.customer_id,
    `order-shipped:${order.order_no}:${order.tracking_no}`,
    orderShippedLine(ctx, order),
  )
}
