import type { ReplacementKind } from '@kushi/values/order-status'

/** Explains an order of 0 yen that the member did not place. */
export const replacementText: Record<ReplacementKind, string> = {
  resend: '再送のお荷物です。お代金はいただきません。',
  exchange: '交換のお荷物です。お代金はいただきません。',
}
