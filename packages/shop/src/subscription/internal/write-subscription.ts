import type { Tx } from '@kushi/db/connect'
import { subscription, subscription_event, subscription_order_item } from '@kushi/db/schema/subscription'
import type { Context, Input } from '../../context.ts'
import type { AssessedOrder, OrderRow } from '../../order/index.ts'

/**
 * The subscription that begins with this order. Its status is 0 until the first order is received; cycle 1 is that
 * order's, so `next_delivery_date` stands for cycle 2.
 */
export async function writeSubscription(
  tx: Tx,
  { actor }: Context,
  order: OrderRow,
  input: Input<'POST /v1/order/public/new'>,
  assessed: AssessedOrder,
): Promise<number> {
  const [row] = await tx
    .insert(subscription)
    .values({
      shop_id: order.shop_id,
      customer_id: order.customer_id,
      summary_status: order.status === 'received' ? 1 : 0,
      delivery_id: input.delivery_id,
      delivery_time_id: input.delivery_time_id,
      ...input.shipping_address,
      delivery_notes: input.delivery_notes,
      ...input.delivery_pattern!,
      next_delivery_date: assessed.next_delivery_date!,
      next_next_delivery_date: assessed.next_next_delivery_date!,
      payment_method_id: input.payment_method_id,
      card_seq: input.card && 'card_seq' in input.card ? input.card.card_seq : null,
      delivery_fee: assessed.summary.following!.delivery_fee,
      cycle: 2,
      adcd: order.adcd,
      abmtcd: order.abmtcd,
      ad_user_id: order.ad_user_id,
      created_at: order.created_at,
    })
    .returning({ id: subscription.id })
  const { id } = row!
  await tx.insert(subscription_order_item).values(
    assessed.items.map((line) => ({
      shop_id: order.shop_id,
      subscription_id: id,
      product_sku_id: line.id,
      quantity: line.quantity,
      following_price: line.following_price,
      lump_sum_payment_flag: line.lump_sum_payment_flag,
      lump_sum_payment_num: line.lump_sum_payment_num,
    })),
  )
  await tx.insert(subscription_event).values({
    shop_id: order.shop_id,
    subscription_id: id,
    event: 'created',
    ...actor,
    detail: { order_no: order.order_no },
    created_at: order.created_at,
  })
  return id
}
