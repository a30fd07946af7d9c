/** Payment methods (お支払い方法) by their id on the wire; cash on delivery has none. */
export const PAYMENT_METHOD = { credit_card: 1, amazon_pay: 2, deferred: 3, np: 4, cash_on_delivery: null } as const

export type PaymentMethodId = (typeof PAYMENT_METHOD)[keyof typeof PAYMENT_METHOD]

/** What a customer reads for a payment method; a column of the database gives any number. */
export function paymentMethodName(id: PaymentMethodId | number | null): string {
  switch (id) {
    case PAYMENT_METHOD.credit_card:
      return 'クレジットカード'
    case PAYMENT_METHOD.amazon_pay:
      return 'Amazon Pay'
    case PAYMENT_METHOD.deferred:
      return '後払い'
    case PAYMENT_METHOD.np:
      return 'NP後払い'
    case PAYMENT_METHOD.cash_on_delivery:
      return '代金引換'
    default:
      throw new RangeError(`no payment method ${id}`)
  }
}
