import type { Yen } from '@kushi/values/yen'

export interface DeliveryChoice {
  id: number
  flat_rate_delivery_fee: Yen
  /** メール便: letterbox delivery for light goods. */
  mail_delivery_flag: boolean
  /** Heaviest parcel, grams; null: any. */
  max_weight_g: number | null
}

/** What is sent, all together. */
export interface Parcel {
  all_light: boolean
  weight_g: number
}

/**
 * The delivery method that is priced: the wished one if the shop shows it, and メール便 only if all is light and
 * together within its weight; else the first that takes every parcel. `visible`: the shop's visible methods in their order. Undefined only when it is empty.
 *
 * Who orders compares the id with the wish, since a method may have been hidden, or the cart have grown, meanwhile.
 */
export function chooseDelivery<D extends DeliveryChoice>(
  visible: readonly D[],
  wishedId: number | undefined,
  parcel: Parcel,
): D | undefined {
  const wished = visible.find(({ id }) => id === wishedId)
  if (wished && misfitOf(wished, parcel) === null) return wished
  return visible.find((method) => !method.mail_delivery_flag) ?? visible[0]
}

/** Why a method does not take a parcel. */
export type Misfit = 'not_light' | 'too_heavy'

/** null: it takes it. */
export function misfitOf(
  { mail_delivery_flag, max_weight_g }: DeliveryChoice,
  { all_light, weight_g }: Parcel,
): Misfit | null {
  if (!mail_delivery_flag) return null
  if (!all_light) return 'not_light'
  return weight_g > (max_weight_g ?? Number.POSITIVE_INFINITY) ? 'too_heavy' : null
}

/**
 * 同梱: whether anything may be put in with the goods. Not with a light variant, whichever way it travels, not in a
 * letterbox parcel, and not to a remote island.
 */
export function isBundled(method: DeliveryChoice, isRemoteIsland: boolean, hasLight: boolean): boolean {
  return !hasLight && !method.mail_delivery_flag && !isRemoteIsland
}
