import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, asc, eq } from 'drizzle-orm'
import { type Context, contextInTransaction } from '../../../context.ts'
import type { Authorisation } from '../../../ports/payment-port.ts'
import { writeOrderStatus } from '../../order/index.ts'
import { advancePayments, type PaymentRow } from '../../payment/index.ts'
import { closeAttemptsAsArranged } from './billing-attempt.ts'
import type { DeliveryToCharge } from './charge-delivery.ts'
import { completeArrangement } from './complete-arrangement.ts'

/** A delivery whose payment the provider has authorised, with its answer. */
export interface AuthorisedCharge {
  one: DeliveryToCharge
  claimed: PaymentRow
  answer: Extract<Authorisation, { kind: 'authorised' }>
}

/**
 * Writes the authorisations of many deliveries in one transaction, as the payee does for one: those that still wait for
 * the money and that no other process has locked. Returns the ids of their payments. Stays beside the payee, because that
 * one waits for its locks, and takes every answer of a provider and not only this one.
 */
export function completeAuthorisedCharges(ctx: Context, all: readonly AuthorisedCharge[]): Promise<Set<number>> {
  return ctx.db.transaction(async (tx) => {
    const inside = contextInTransaction(ctx, tx)
    const found = await tx
      .select({
        row: subscription,
        order: orders,
        paid: { id: payment.id, state: payment.state, payment_method_id: payment.payment_method_id },
      })
      .from(subscription)
      .innerJoin(orders, refersToCondition(orders.subscription_id, subscription))
      .innerJoin(payment, refersToCondition(payment.order_id, orders))
      .where(
        and(
          eq(subscription.shop_id, ctx.shop_id),
          eq(orders.shop_id, ctx.shop_id),
          eq(payment.shop_id, ctx.shop_id),
          isAnyOfCondition(
            orders.id,
            all.map(({ one }) => one.order_id),
          ),
          isAnyOfCondition(
            payment.id,
            all.map(({ claimed }) => claimed.id),
          ),
        ),
      )
      .orderBy(asc(subscription.id))
      .for('update', { skipLocked: true })
    const known = new Map(all.map((one) => [one.claimed.id, one]))
    // Not part of the query: open payments are so few that PostgreSQL would search all of them, with every charge of the
    // run that was one a moment ago, instead of these.
    const waiting = found.filter(({ order, paid }) => order.status === 'payment_pending' && paid.state === 'intent')
    const settled = waiting.map((each) => ({ ...each, ...known.get(each.paid.id)! }))
    if (settled.length === 0) return new Set()
    const [reserved, taken] = [false, true].map((isTaken) =>
      settled.filter(({ answer }) => (answer.captured_on_charge ?? false) === isTaken),
    )
    const advanced = ({ paid: row, answer: { reference } }: (typeof settled)[number]) => ({ row, reference })
    await advancePayments(tx, inside, reserved!.map(advanced), 'authorised')
    await advancePayments(
      tx,
      inside,
      taken!.map((each) => ({
        ...advanced(each),
        captured_amount: each.claimed.amount,
        captured_on_charge: true,
      })),
      'captured',
    )
    const arranged = await writeOrderStatus(
      tx,
      inside,
      settled.map(({ order }) => order),
      'arranged',
    )
    await closeAttemptsAsArranged(
      tx,
      ctx.shop_id,
      settled.map(({ one }) => one.provider_order_id),
    )
    await completeArrangement(
      tx,
      inside,
      settled.map(({ row, one }, index) => ({ row, order: arranged[index]!, mail: one.mail })),
    )
    return new Set(settled.map(({ paid }) => paid.id))
  })
}
