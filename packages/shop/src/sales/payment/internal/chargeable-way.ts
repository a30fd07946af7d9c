import { isCardPayment, isChargedToLink } from '@kushi/values/payment-method'
import type { PaymentWay } from '@kushi/values/second-way'
import type { MemberContext } from '../../../context.ts'
import { linkedAccount } from './linked-account.ts'
import { type OwnCards, requireUsableCard } from './own-cards.ts'

/**
 * Returns the card (`card_seq`) that a way of payment charges for deliveries; null: the way needs no card. Asks the
 * provider of the card or of the linked account, so call it before any transaction.
 * @throws ShopError 404, 422 if the member has none that can be charged, 503
 */
export async function requireChargeableWay(
  ctx: MemberContext,
  { payment_method_id, card_seq }: PaymentWay,
  ownCards?: OwnCards,
): Promise<number | null> {
  if (isChargedToLink(payment_method_id)) await linkedAccount.require(ctx, payment_method_id)
  return isCardPayment(payment_method_id) ? requireUsableCard(ctx, card_seq, ownCards) : null
}
