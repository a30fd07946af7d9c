import type { PaymentAttempt, PaymentPort, PaymentTrade } from '../../ports/payment-port.ts'

/**
 * 代金引換: the carrier collects the money, so there is no provider. The state that a provider would keep is stored in the
 * payment's reference: `state` and the refunded amount.
 */
export const cashPayments: PaymentPort = {
  authorise: async () => ({ kind: 'authorised', reference: cashReference }),
  finish: async () => ({ kind: 'authorised', reference: cashReference }),
  find: async (attempt) => tradeOf(attempt),
  capture: async () => ({ state: 'captured' }),
  void: async () => ({ state: 'voided' }),
  refund: async (_, refunded_amount) => ({ state: 'refunded', refunded_amount: String(refunded_amount) }),
  change: async () => cashReference,
}

/** The reference of an order whose carrier is to collect the money. */
export const cashReference = { state: 'authorised' } as const

function tradeOf({ reference, amount }: PaymentAttempt): PaymentTrade | null {
  if (!reference.state) return null
  const refunded_amount = Number(reference.refunded_amount ?? 0)
  return { state: reference.state as PaymentTrade['state'], amount, refunded_amount, reference }
}
