export interface InsertTerms {
  insert_name: string
  shelf: string
  /** null: every delivery. */
  delivery_no: number | null
  /** Empty: any advert code, or none. */
  adcd: string
  /** Only for parcels whose recipient is not the buyer (ギフト). */
  is_gift: boolean
}

interface Sending {
  /** The cycle of the subscription, or the number of the member's orders including this one. */
  delivery_no: number
  adcd: string | null
  /** false: メール便 and remote islands get no inserts. */
  bundled_flag: boolean
  /** The recipient is not the buyer. */
  is_gift: boolean
  /** If an order has several parcels, only the first one carries the inserts. */
  is_first_parcel: boolean
}

/** 同梱物 of a parcel, in the order that the shop has set. */
export function chooseInserts<I extends InsertTerms>(inserts: readonly I[], sending: Sending): I[] {
  if (!sending.bundled_flag || !sending.is_first_parcel) return []
  return inserts.filter(
    ({ delivery_no, adcd, is_gift }) =>
      (delivery_no === null || delivery_no === sending.delivery_no) &&
      (adcd === '' || adcd === sending.adcd) &&
      (!is_gift || sending.is_gift),
  )
}

interface PersonName {
  name01: string
  name02: string
}

/**
 * ギフト: recipient and buyer have different names. Spaces, which some people put between the parts of a name, don't
 * count.
 */
export const isGiftToAnother = (receiver: PersonName, buyer: PersonName): boolean => whole(receiver) !== whole(buyer)

const whole = ({ name01, name02 }: PersonName) => `${name01}${name02}`.normalize('NFKC').replace(/\s/g, '')
