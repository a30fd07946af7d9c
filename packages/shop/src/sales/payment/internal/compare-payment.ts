import { payment, payment_difference } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { ProviderPaymentRecord } from '../../../ports/payment-port.ts'
import { transferredAmount } from '../rules/after-finding.ts'
import { haveSameMoney, type PaymentRecord } from '../rules/books.ts'
import type { PaymentRow } from './claim-payment.ts'

/** For transfers, the sum received counts. */
const bookOfTransfers = (state: string, amount: number): PaymentRecord => ({
  state: amount > 0 ? 'captured' : state,
  amount,
  refunded_amount: 0,
})

const bookOf = ({ state, amount, refunded_amount }: PaymentRecord) => ({
  state,
  amount,
  refunded_amount,
})

/**
 * Records whether the provider's record of a decided payment agrees with ours. Returns true for a difference that was
 * not known before. Closes a difference that no longer exists. Corrects nothing: an operator has to look at it.
 */
export async function comparePaymentWithProvider(
  ctx: Context,
  row: PaymentRow,
  trade: ProviderPaymentRecord | null,
): Promise<boolean> {
  const [now] = await ctx.db.select().from(payment).where(sameRowCondition(payment, row))
  // The payment changed during the call; the next run compares its new state.
  if (!now || now.state !== row.state || now.refunded_amount !== row.refunded_amount || now.amount !== row.amount)
    return false
  const ours = trade?.transfers ? bookOfTransfers(now.state, now.captured_amount) : bookOf(now)
  const theirs = trade?.transfers ? bookOfTransfers(trade.state, transferredAmount(trade)) : trade && bookOf(trade)
  const open = and(
    eq(payment_difference.shop_id, row.shop_id),
    eq(payment_difference.payment_id, row.id),
    isNull(payment_difference.resolved_at),
  )
  if (haveSameMoney(ours, theirs)) {
    await ctx.db.update(payment_difference).set({ resolved_at: ctx.clock.now() }).where(open)
    return false
  }
  const known = await ctx.db.update(payment_difference).set({ ours, theirs }).where(open).returning()
  if (known.length > 0) return false
  const found = { shop_id: row.shop_id, payment_id: row.id, ours, theirs, found_at: ctx.clock.now() }
  const [made] = await ctx.db.insert(payment_difference).values(found).onConflictDoNothing().returning()
  return made !== undefined
}
