import { paymentMethod } from '@kushi/values/payment-method'
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
  if (effects.has('no_credit')) refuseCredit(payment)
}

/** A running contract: more pieces are sold to nobody who is refused. @throws ShopError 409 */
export async function refuseWatchedItems(ctx: Context): Promise<void> {
  const effects = await effectsOn(ctx)
  if (effects.has('refuse')) throw notSold('商品の追加や数量の変更は承れません。')
}

/** A running contract: a card can be changed, so that what was sold is paid. @throws ShopError 422 */
export async function refuseWatchedPayment(ctx: Context, payment: Payment): Promise<void> {
  const effects = await effectsOn(ctx)
  if (effects.has('refuse') || effects.has('no_credit')) refuseCredit(payment)
}

/** Of this account: asking for others in a transaction that is taken back would be counted by no limit. */
const effectsOn = async (ctx: Context) => (await watchedBuyer(ctx, async () => ({ certain: [], possible: [] }))).effects

/** Whoever is refused reads neither the reason nor who said it. */
export const orderRefused = () => notSold('このご注文は承れません。')

const notSold = (what: string) =>
  new ShopError(409, 'ERROR_ORDER_REFUSED', `申し訳ございませんが、${what}お手数ですが、お問い合わせください。`)

function refuseCredit({ payment_method_id }: Payment): void {
  const { kind, name } = paymentMethod(payment_method_id)
  if (kind === 'invoice' || kind === 'cash')
    throw invalidFields([
      {
        path: 'payment_method_id',
        message_id: 'refused',
        message: `${name}はご利用いただけません。ほかのお支払い方法をお選びください。`,
      },
    ])
}
