import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import type { MemberContext } from '../../context.ts'
import type { Misfit } from '../../price/index.ts'
import { invalidFields } from '../../shop-error.ts'
import type { Loaded, SubscriptionRow } from './load-subscription.ts'
import { methodsFor } from './offer-deliveries.ts'

type Way = Partial<Pick<SubscriptionRow, 'delivery_id' | 'delivery_time_id' | 'delivery_notes'>>

const refuse = (path: string, message: string) => invalidFields([{ path, message_id: 'refused', message }])

/**
 * 配送方法の変更, with what depends on it: time of day and 置き配. Goods, address and price of `draft` are those of the same change.
 * - `subscription.delivery_id` is a wish. What the next delivery goes by follows from it and the goods (`rules/goes-by.ts`); an order keeps its own.
 * - Another method has to be shown by the shop and to take the goods, all light and within its weight; else 422 at `delivery_id`.
 * - Its fee is the one that `offerDeliveries` told: both come from the rules that charge. A total that moved meanwhile is 409 `ERROR_AMOUNT_CHANGED`.
 * - The time of another method goes. One that the method does not have is 422 at `delivery_time_id`.
 * - Chosen where the wish can't be had, a time is a wish for the method that is priced: the two go together. Where neither is chosen both stay.
 * - メール便 takes no 置き配: what stands goes when it is chosen, what comes with the change is 422 at `delivery_notes`.
 * - A day that the method can't make is 422 at `next_delivery_date` (`applyUpdate`), cash on delivery into a letterbox at `delivery_id` (`checkPaymentOf`).
 * - Goods that grow too heavy are no failure: the delivery goes by parcel, at that fee and before anything is saved, and by the wish once it fits again.
 * - Arranged, ended, paused or overtaken by another change: refused before this is asked (`planChange`), under the lock of the row.
 */
export async function chooseWay(ctx: MemberContext, draft: Loaded, update: SubscriptionUpdate): Promise<Way> {
  const { row } = draft
  const { delivery_id, delivery_time_id, delivery_notes = '' } = update
  if (delivery_id === undefined && delivery_time_id === undefined && delivery_notes === '') return {}
  const { methods, delivery_id: standing } = await methodsFor(ctx, draft)
  const isOther = delivery_id !== undefined && delivery_id !== row.delivery_id
  const method = methods.find(({ id }) => id === (isOther ? delivery_id : standing))
  if (!method) throw refuse('delivery_id', '配送方法を選択してください。')
  if (isOther && method.misfit) throw refuse('delivery_id', misfitWords(method.delivery_name, method.misfit))
  if (method.mail_delivery_flag && delivery_notes !== '')
    throw refuse('delivery_notes', `${method.delivery_name}では、置き配を指定できません。`)
  if (!isOther && delivery_time_id === undefined) return {}
  const time = delivery_time_id ?? null
  if (time !== null && method.mail_delivery_flag)
    throw refuse('delivery_time_id', `${method.delivery_name}では、お届け時間帯を指定できません。`)
  if (time !== null && !method.times.some(({ id }) => id === time))
    throw refuse('delivery_time_id', 'お届け時間帯を選び直してください。')
  const way = { delivery_id: isOther || time !== null ? method.id : row.delivery_id, delivery_time_id: time }
  return isOther && method.mail_delivery_flag ? { ...way, delivery_notes: '' } : way
}

const misfitWords = (name: string, misfit: Misfit) =>
  misfit === 'not_light'
    ? `${name}でお届けできない商品が入っているため、${name}はお選びいただけません。`
    : `${name}でお届けできる重さを超えるため、${name}はお選びいただけません。数量を減らすか、ほかの配送方法をお選びください。`
