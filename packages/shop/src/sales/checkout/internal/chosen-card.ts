import type { CardChoice } from '@kushi/contract/order'
import { orders } from '@kushi/db/schema/order'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isCardPayment } from '@kushi/values/payment-method'
import type { Context } from '../../../context.ts'
import { lockOrderRow } from '../../order/index.ts'
import { type PaymentRow, setPaymentCard } from '../../payment/index.ts'
import { orderCardChosen } from '../hooks.ts'

interface PaymentSelection {
  payment_method_id: number | null
  card: CardChoice | null
}

/** The card columns of a payment. For a subscription the card has to be saved for the later deliveries. */
export function paymentCardColumns({ payment_method_id, card }: PaymentSelection, isSubscription: boolean) {
  // A card sent with another method is not charged, so it is not saved.
  if (!isCardPayment(payment_method_id) || !card) return { card_seq: null, save_card: false }
  if ('card_seq' in card) return { card_seq: card.card_seq, save_card: false }
  return { card_seq: null, save_card: card.save_card || isSubscription }
}

/**
 * If a retry of the same order uses another card, updates the payment and the subscription to the card that is charged.
 * @throws PaymentStateChangedError when another process decided the payment meanwhile, with the card that it had
 */
export async function switchPaymentCard(
  ctx: Context,
  claimed: PaymentRow,
  card: CardChoice | null,
): Promise<PaymentRow> {
  if (!isCardPayment(claimed.payment_method_id) || !card) return claimed
  const key = { shop_id: claimed.shop_id, id: claimed.order_id }
  const [order] = await ctx.db
    .select({ subscription_id: orders.subscription_id })
    .from(orders)
    .where(sameRowCondition(orders, key))
  const chosen = paymentCardColumns({ ...claimed, card }, order!.subscription_id !== null)
  if (chosen.card_seq === claimed.card_seq && chosen.save_card === claimed.save_card) return claimed
  return ctx.db.transaction(async (tx) => {
    const locked = await lockOrderRow(tx, key)
    const row = await setPaymentCard(tx, claimed, chosen)
    await orderCardChosen(tx, locked, chosen.card_seq)
    return row
  })
}
