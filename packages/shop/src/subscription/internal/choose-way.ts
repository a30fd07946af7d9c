import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import type { MemberContext } from '../../context.ts'
import type { Misfit } from '../../price/index.ts'
import { invalidFields } from '../../shop-error.ts'
import type { Loaded, SubscriptionRow } from './load-subscription.ts'
import { methodsFor } from './offer-deliveries.ts'

type Way = Partial<Pick<SubscriptionRow, 'delivery_id' | 'delivery_time_id' | 'delivery_notes'>>

const refuse = (path: string, message: string) => invalidFields([{ path, message_id: 'refused', message }])

/**
 * 配送方法の変更, with what depends on it: time of day and 置き配. Items, address and price of `draft` are those of the same
 * change.
 * - `subscription.delivery_id` is a wish. The method of the next delivery follows from it and the items
 *   (`rules/goes-by.ts`). An order keeps its own method.
 * - Another method must be visible in the shop and able to carry the items (all light and within its weight); otherwise
 *   422 at `delivery_id`.
 * - Its fee is the one that `offerDeliveries` showed: both use the rules that charge. If the total changed meanwhile:
 *   409 `ERROR_AMOUNT_CHANGED`.
 * - Another method clears the time of day. A time that the method does not have is 422 at `delivery_time_id`.
 * - If the wish is not available, a chosen time applies to the method that is priced, and both are saved together. If
 *   neither is chosen, both stay.
 * - メール便 has no 置き配: choosing it clears a saved one; one in the same change is 422 at `delivery_notes`.
 * - A day that the method can't reach is 422 at `next_delivery_date` (`applyUpdate`); cash on delivery into a letterbox
 *   is 422 at `delivery_id` (`checkPaymentOf`).
 * - Items that become too heavy are no error: the delivery goes by parcel, at a fee shown before saving, and by the
 *   wish again once they fit.
 * - An arranged, ended, paused or meanwhile changed subscription is rejected before this, under the lock of the row
 *   (`planChange`).
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
