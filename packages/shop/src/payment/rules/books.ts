/** A record of a payment, ours or the provider's. */
export interface Recorded {
  state: string
  amount: number
  refunded_amount: number
}

/** Returns the yen that are authorised, and the yen that are captured and not refunded. */
export function booksOf(record: Recorded | null): { held: number; taken: number } {
  switch (record?.state) {
    case 'authorised':
      return { held: record.amount, taken: 0 }
    case 'captured':
    case 'refunded':
      return { held: 0, taken: record.amount - record.refunded_amount }
    default:
      return { held: 0, taken: 0 }
  }
}

/** Whether two records agree on the money. Different reasons for a payment of nothing are not a difference. */
export function agrees(ours: Recorded, theirs: Recorded | null): boolean {
  const [one, other] = [booksOf(ours), booksOf(theirs)]
  return one.held === other.held && one.taken === other.taken
}
