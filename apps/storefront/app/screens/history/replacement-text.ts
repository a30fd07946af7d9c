import type { ReplacementKind } from '@kushi/values/replacement'

/** What an order of 0 yen is, to who did not order it. */
export const replacementText: Record<ReplacementKind, string> = {
  resend: '再送のお荷物です。お代金はいただきません。',
  exchange: '交換のお荷物です。お代金はいただきません。',
}
