import type { PaymentAttempt, PaymentPort, ProviderPaymentRecord } from '../../ports/payment-port.ts'

/**
 * 代金引換: the carrier collects the money, so there is no provider. The state that a provider would keep is stored in the
 * payment's reference: `state` and the refunded amount.
 */
export const cashOnDeliveryPort: PaymentPort = {
  authorise: async () => ({ kind: 'authorised', reference: cashOnDeliveryReference }),
  finish: async () => ({ kind: 'authorised', reference: cashOnDeliveryReference }),
  find: async (attempt) => tradeOf(attempt),
  capture: async () => ({ state: 'captured' }),
  void: async () => ({ state: 'voided' }),
  refund: async (_, refunded_amount) => ({ state: 'refunded', refunded_amount: String(refunded_amount) }),
  change: async () => cashOnDeliveryReference,
}

/** The reference of an order whose carrier is to collect the money. */
export const cashOnDeliveryReference = { state: 'authorised' } as const

function tradeOf({ reference, amount }: PaymentAttempt): ProviderPaymentRecord | null {
  if (!reference.state) return null
  const refunded_amount = Number(reference.refunded_amount ?? 0)
  return { state: reference.state as ProviderPaymentRecord['state'], amount, refunded_amount, reference }
}
