import type { Yen } from '@kushi/values/yen'

export interface DeliveryChoice {
  id: number
  flat_rate_delivery_fee: Yen
  /** メール便: letterbox delivery for light goods. */
  mail_delivery_flag: boolean
}

/**
 * The delivery method that is priced: the wished one if the shop shows it, and メール便 only if all is light; else the
 * first that takes every parcel. `visible`: the shop's visible methods in their order. Undefined only when it is empty.
 *
 * Who orders compares the id with the wish, since a method may have been hidden, or the cart have grown, meanwhile.
 */
export function chooseDelivery<D extends DeliveryChoice>(
  visible: readonly D[],
  wishedId: number | undefined,
  allLight: boolean,
): D | undefined {
  const wished = visible.find(({ id }) => id === wishedId)
  if (wished && (allLight || !wished.mail_delivery_flag)) return wished
  return visible.find((method) => !method.mail_delivery_flag) ?? visible[0]
}

/** 同梱: whether anything may be put in with the goods. Not in a letterbox parcel, and not to a remote island. */
export function isBundled(method: DeliveryChoice, isRemoteIsland: boolean): boolean {
  return !method.mail_delivery_flag && !isRemoteIsland
}
