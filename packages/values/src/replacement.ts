import { type PaymentMethodId, paymentMethodName } from './payment-method.ts'

/** What is sent again for nothing: 再送 the same goods, 交換 others against those that come back. */
export const REPLACEMENT_KIND = ['resend', 'exchange'] as const
export type ReplacementKind = (typeof REPLACEMENT_KIND)[number]
export const REPLACEMENT_KIND_NAME: Record<ReplacementKind, string> = { resend: '再送', exchange: '交換' }

/** お支払い方法 of an order, as one reads it; for what is sent again nothing is paid. */
export const orderPaymentName = (order: {
  payment_method_id: number | null
  replacement_kind: ReplacementKind | null
}) => (order.replacement_kind === null ? paymentMethodName(order.payment_method_id as PaymentMethodId) : 'お支払いなし')
