import type { Amounts } from '@kushi/contract/quote'
import type { Yen } from '@kushi/values/yen'

/**
 * Yen of goods still missing for free delivery (「あと○○円で送料無料」). 0 if delivery is free already for any reason, or if the
 * shop has no threshold.
 */
export function freeRemaining(amounts: Amounts, freeAmount: Yen | null, hasItems: boolean): Yen {
  if (freeAmount === null || (hasItems && amounts.delivery_fee === 0)) return 0
  return Math.max(0, freeAmount - (amounts.subtotal - amounts.discount_amount))
}
