import { shop_payment } from '@kushi/db/schema/delivery'
import { and, eq, isNull } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { consentText, consentWitness, paymentTermColumns, requireConsent } from '../../payment/index.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import type { EventDetail } from './record-event.ts'

type Method = Pick<SubscriptionRow, 'payment_method_id'>

/**
 * Returns the text to agree to when a subscription moves to another method; null: no move, or no data is handed over.
 */
export async function methodChangeConsentText(
  ctx: QueryContext,
  before: Method,
  after: Partial<Method>,
): Promise<string | null> {
  const { payment_method_id = before.payment_method_id } = after
  if (payment_method_id === before.payment_method_id) return null
  const id = shop_payment.payment_method_id
  const asked = payment_method_id === null ? isNull(id) : eq(id, payment_method_id)
  const mine = and(eq(shop_payment.shop_id, ctx.shop_id), eq(shop_payment.visible, true), asked)
  const [method] = await ctx.db.select(paymentTermColumns(ctx)).from(shop_payment).where(mine)
  return method ? consentText(method) : null
}

/**
 * Requires the member's consent when a subscription moves to another payment method, and returns its text for the
 * history.
 * @throws ShopError 422 without consent
 */
export async function requireMethodChangeConsent(
  ctx: QueryContext,
  before: Method,
  after: Partial<Method>,
  isAgreed: boolean,
): Promise<EventDetail> {
  const third_party_consent = await methodChangeConsentText(ctx, before, after)
  requireConsent(third_party_consent, isAgreed)
  return third_party_consent === null ? {} : { third_party_consent, ...consentWitness(ctx) }
}
