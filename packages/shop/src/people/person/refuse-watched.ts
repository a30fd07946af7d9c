import { isPostpaid, paymentMethodName } from '@kushi/values/payment-method'
import type { WatchEffect } from '@kushi/values/person'
import type { QueryContext } from '../../context.ts'
import { refusedField, ShopError } from '../../shop-error.ts'
import { findWatchEffects } from './watched.ts'

interface Payment {
  payment_method_id: number | null
}

/**
 * Applies the 注意リスト to an order.
 * @throws ShopError 409 if nothing is sold to this buyer, 422 beside a payment method that is not offered to them
 */
export function refuseWatchedOrder(effects: ReadonlySet<WatchEffect>, payment: Payment, path?: string): void {
  if (effects.has('refuse')) throw orderRefusedError()
  if (effects.has('no_credit') && isCredit(payment)) throw creditRefused(payment, path)
}

/**
 * Refuses to add items or quantities to a running subscription of a member on the 注意リスト.
 * @throws ShopError 409
 */
export async function refuseWatchedItems(ctx: QueryContext): Promise<void> {
  const effects = await effectsOn(ctx)
  if (effects.has('refuse')) throw notSold('商品の追加や数量の変更は承れません。')
}

/**
 * Whether the 注意リスト forbids this member to change a running subscription to this payment method. Only postpaid methods
 * (代金引換, 後払い) are forbidden.
 */
export async function isPaymentRefusedByWatch(ctx: QueryContext, payment: Payment): Promise<boolean> {
  const effects = await effectsOn(ctx)
  return (effects.has('refuse') || effects.has('no_credit')) && isCredit(payment)
}

/**
 * Refuses a payment method that the 注意リスト forbids to this member.
 * @throws ShopError 422
 */
export async function refuseWatchedPayment(ctx: QueryContext, payment: Payment): Promise<void> {
  if (await isPaymentRefusedByWatch(ctx, payment)) throw creditRefused(payment)
}

/**
 * The effects on this account alone. Searching other accounts in a transaction that is rolled back would not count
 * against any limit.
 */
const effectsOn = async (ctx: QueryContext) =>
  (await findWatchEffects(ctx, async () => ({ certain: [], possible: [] }))).effects

/** Returns the error 409 for a refused order. It tells the buyer neither the reason nor who decided it. */
export const orderRefusedError = () => notSold('このご注文は承れません。')

const notSold = (what: string) =>
  new ShopError(409, 'ERROR_ORDER_REFUSED', `申し訳ございませんが、${what}お手数ですが、お問い合わせください。`)

const isCredit = ({ payment_method_id }: Payment) => isPostpaid(payment_method_id)

const creditRefused = ({ payment_method_id }: Payment, path = 'payment_method_id') =>
  refusedField(
    path,
    `${paymentMethodName(payment_method_id)}はご利用いただけません。ほかのお支払い方法をお選びください。`,
  )
