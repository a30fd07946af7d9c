export interface InsertTerms {
  insert_name: string
  shelf: string
  /** null: into every parcel. */
  delivery_no: number | null
  /** Empty: whatever led to the order. */
  adcd: string
  /** Only into what goes to somebody else (ギフト). */
  is_gift: boolean
}

interface Sending {
  /** Of its subscription, or how many orders the member has had with this one. */
  delivery_no: number
  adcd: string | null
  /** false: メール便 and remote islands get nothing besides. */
  bundled_flag: boolean
  /** It goes to somebody other than the buyer. */
  is_gift: boolean
  /** Of several parcels of an order the first one carries them. */
  is_first_parcel: boolean
}

/** 同梱物 of a parcel, in the shop's order. */
export function chooseInserts<I extends InsertTerms>(inserts: readonly I[], sending: Sending): I[] {
  if (!sending.bundled_flag || !sending.is_first_parcel) return []
  return inserts.filter(
    ({ delivery_no, adcd, is_gift }) =>
      (delivery_no === null || delivery_no === sending.delivery_no) &&
      (adcd === '' || adcd === sending.adcd) &&
      (!is_gift || sending.is_gift),
  )
}

interface Named {
  name01: string
  name02: string
}

/** ギフト: who gets it has another name than who bought it. Blanks, which some put between the parts of a name, don't count. */
export const isForAnother = (receiver: Named, buyer: Named): boolean => whole(receiver) !== whole(buyer)

const whole = ({ name01, name02 }: Named) => `${name01}${name02}`.normalize('NFKC').replace(/\s/g, '')
