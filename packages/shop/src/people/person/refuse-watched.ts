import { isPostpaid, paymentMethodName } from '@kushi/values/payment-method'
import type { WatchEffect } from '@kushi/values/person'
import type { Context } from '../../context.ts'
import { invalidFields, ShopError } from '../../shop-error.ts'
import { watchedBuyer } from './watched.ts'

interface Payment {
  payment_method_id: number | null
}

/** 注意リスト. @throws ShopError 409 when nothing is sold, 422 beside a way to pay that is not offered to this buyer */
export function refuseWatched(effects: ReadonlySet<WatchEffect>, payment: Payment): void {
  if (effects.has('refuse')) throw orderRefused()
  if (effects.has('no_credit') && isCredit(payment)) throw creditRefused(payment)
}

/** A running contract: more pieces are sold to nobody who is refused. @throws ShopError 409 */
export async function refuseWatchedItems(ctx: Context): Promise<void> {
  const effects = await effectsOn(ctx)
  if (effects.has('refuse')) throw notSold('商品の追加や数量の変更は承れません。')
}

/** Whether a running contract may not go to this way. A card can be changed, so that what was sold is paid. */
export async function isWatchedPayment(ctx: Context, payment: Payment): Promise<boolean> {
  const effects = await effectsOn(ctx)
  return (effects.has('refuse') || effects.has('no_credit')) && isCredit(payment)
}

/** @throws ShopError 422 */
export async function refuseWatchedPayment(ctx: Context, payment: Payment): Promise<void> {
  if (await isWatchedPayment(ctx, payment)) throw creditRefused(payment)
}

/** Of this account: asking for others in a transaction that is taken back would be counted by no limit. */
const effectsOn = async (ctx: Context) => (await watchedBuyer(ctx, async () => ({ certain: [], possible: [] }))).effects

/** Whoever is refused reads neither the reason nor who said it. */
export const orderRefused = () => notSold('このご注文は承れません。')

const notSold = (what: string) =>
  new ShopError(409, 'ERROR_ORDER_REFUSED', `申し訳ございませんが、${what}お手数ですが、お問い合わせください。`)

const isCredit = ({ payment_method_id }: Payment) => isPostpaid(payment_method_id)

const creditRefused = ({ payment_method_id }: Payment) =>
  invalidFields([
    {
      path: 'payment_method_id',
      message_id: 'refused',
      message: `${paymentMethodName(payment_method_id)}はご利用いただけません。ほかのお支払い方法をお選びください。`,
    },
  ])
