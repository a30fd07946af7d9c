import type { Yen } from '@kushi/values/yen'

/** A delivery method that may be chosen for a parcel. */
export interface DeliveryChoice {
  id: number
  flat_rate_delivery_fee: Yen
  /** クール代 of the goods by this method; 0: they need no cooling. */
  cool_fee: Yen
  /** メール便: letterbox delivery for light goods. */
  mail_delivery_flag: boolean
  /** Maximum weight of a parcel in grams; null: no limit. */
  max_weight_g: number | null
}

/** The goods of one delivery together. */
export interface ParcelContents {
  all_light: boolean
  /** Chilled or frozen parcels. */
  cool_parcels: number
  weight_g: number
}

/**
 * Returns the delivery method to price. A requested method is used if the shop shows it; メール便 only if all goods are
 * light and together within its weight limit, otherwise the first method that takes any parcel. Without a request it is
 * the cheapest method that can carry the goods, as the product pages say. `visible`: the shop's visible methods in
 * their order, with the fees of the destination if it is known. Undefined only if `visible` is empty. An order must
 * compare the result with the request, because the method may have been hidden or the cart have grown.
 */
export function chooseDeliveryMethod<D extends DeliveryChoice>(
  visible: readonly D[],
  wishedId: number | undefined,
  parcel: ParcelContents,
): D | undefined {
  if (wishedId === undefined) {
    const fitting = visible.filter((method) => deliveryMisfit(method, parcel) === null)
    return fitting.toSorted((a, b) => a.flat_rate_delivery_fee - b.flat_rate_delivery_fee)[0] ?? visible[0]
  }
  const wished = visible.find(({ id }) => id === wishedId)
  if (wished && deliveryMisfit(wished, parcel) === null) return wished
  return visible.find((method) => !method.mail_delivery_flag) ?? visible[0]
}

/** Why a method can't carry a parcel. */
export type DeliveryMisfit = 'not_light' | 'too_heavy'

/** Why a delivery method can't carry the parcel, or null if it can. */
export function deliveryMisfit(
  { mail_delivery_flag, max_weight_g }: DeliveryChoice,
  { all_light, weight_g }: Pick<ParcelContents, 'all_light' | 'weight_g'>,
): DeliveryMisfit | null {
  if (!mail_delivery_flag) return null
  if (!all_light) return 'not_light'
  return weight_g > (max_weight_g ?? Number.POSITIVE_INFINITY) ? 'too_heavy' : null
}

/**
 * 同梱: whether an insert may be packed with the goods. Never with a light variant, in a letterbox parcel, or to a remote
 * island.
 */
export function acceptsInserts(method: DeliveryChoice, isRemoteIsland: boolean, hasLight: boolean): boolean {
  return !hasLight && !method.mail_delivery_flag && !isRemoteIsland
}
