import {
  priceWrapping,
  type Wrapping,
  type WrappingChoice,
  type WrappingFailure,
  type WrappingOffer,
} from '@kushi/values/wrapping'
import { invalidFields } from '../../../shop-error.ts'

interface Occasion {
  is_subscription: boolean
  mail_delivery_flag: boolean
  /** The wrapping that the order already has. */
  kept?: Wrapping | null
}

/**
 * Returns the chosen ギフト包装・のし・カード with their fees; null: none chosen. Only single purchases that ship as a parcel can
 * have them.
 * @throws ShopError 422 at the field, for a choice that the shop does not offer
 */
export function requireOfferedWrapping(
  offer: WrappingOffer,
  choice: WrappingChoice | null,
  { is_subscription, mail_delivery_flag, kept = null }: Occasion,
): Wrapping | null {
  const { wrapping, failures } = priceWrapping(offer, choice, kept)
  const fail = (all: readonly WrappingFailure[]) =>
    invalidFields(all.map(({ path, message }) => ({ path: `wrapping.${path}`, message_id: 'refused', message })))
  if (failures.length > 0) throw fail(failures)
  if (wrapping === null) return null
  const path = wrapping.wrap ? 'wrap' : wrapping.noshi ? 'noshi' : 'message_card'
  if (is_subscription) throw fail([{ path, message: '定期便では、ギフト包装・のし・カードを承れません。' }])
  if (mail_delivery_flag) throw fail([{ path, message: 'メール便では、ギフト包装・のし・カードを承れません。' }])
  return wrapping
}
