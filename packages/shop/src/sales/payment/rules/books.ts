/** A record of a payment, ours or the provider's. */
export interface PaymentRecord {
  state: string
  amount: number
  refunded_amount: number
}

/** Returns the yen that are authorised, and the yen that are captured and not refunded. */
export function reservedAndTakenAmounts(record: PaymentRecord | null): { reserved: number; taken: number } {
  switch (record?.state) {
    case 'authorised':
      return { reserved: record.amount, taken: 0 }
    case 'captured':
    case 'refunded':
      return { reserved: 0, taken: record.amount - record.refunded_amount }
    default:
      return { reserved: 0, taken: 0 }
  }
}

/** Whether two records agree on the money. Different reasons for a payment of nothing are not a difference. */
export function haveSameMoney(ours: PaymentRecord, theirs: PaymentRecord | null): boolean {
  const [one, other] = [reservedAndTakenAmounts(ours), reservedAndTakenAmounts(theirs)]
  return one.reserved === other.reserved && one.taken === other.taken
}
