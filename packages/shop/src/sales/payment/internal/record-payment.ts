import { isAnyOfCondition, valuesTableSql } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isPaidByBankTransfers, type PaymentState } from '@kushi/values/payment-method'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { publishEvent } from '../../../messaging/webhook/index.ts'
import type { PaymentReference } from '../../../ports/payment-port.ts'
import { paymentEventOf } from '../rules/payment-state.ts'
import type { PaymentRow } from './claim-payment.ts'

interface Passing {
  row: Pick<PaymentRow, 'id' | 'state' | 'payment_method_id'>
  reference: PaymentReference
  /** Absent: unchanged. */
  captured_amount?: number
  captured_on_charge?: boolean
}

/** Writes `state` to locked payments of one shop in one statement, and ends their claims. */
export async function advancePayments(
  tx: Tx,
  { actor, shop_id, clock }: Pick<Context, 'actor' | 'shop_id' | 'clock'>,
  all: readonly Passing[],
  state: 'authorised' | 'captured',
): Promise<void> {
  if (all.length === 0) return
  const wrong = all.find(({ row }) => paymentEventOf(row, state) !== state)
  if (wrong) throw new Error(`payment ${wrong.row.id}: ${wrong.row.state} can't become ${state}`)
  const rows = all.map(({ row, ...brought }) => ({ id: row.id, ...brought }))
  const ids = rows.map(({ id }) => id)
  await tx.execute(sql`
    with passed as (
      update ${payment} set state = ${state}, reference = n.reference, claimed_until = null, updated_at = now(),
        captured_amount = coalesce(n.captured_amount, ${payment.captured_amount}),
        captured_on_charge = coalesce(n.captured_on_charge, ${payment.captured_on_charge}),
        captured_at = case when n.captured_amount > 0 then coalesce(${payment.captured_at}, ${clock.now()}::timestamptz) else ${payment.captured_at} end
      from ${valuesTableSql(payment, rows)} n
      where ${payment.shop_id} = ${shop_id} and ${isAnyOfCondition(payment.id, ids)} and ${payment.id} = n.id
      returning ${payment.shop_id}, ${payment.id}, ${payment.amount}, ${payment.captured_amount}, ${payment.refunded_amount})
    insert into ${payment_event} (shop_id, payment_id, event, detail, actor_kind, actor_id, actor_name)
    select shop_id, id, ${state}::text, jsonb_build_object('amount', amount, 'captured_amount', captured_amount,
      'refunded_amount', refunded_amount), ${actor.actor_kind}::text, ${actor.actor_id}::bigint, ${actor.actor_name}::text
    from passed`)
}

/** Thrown when another process changed the payment's state meanwhile. That process's result stays. */
export class PaymentStateChangedError extends Error {}

/**
 * Records 前払い that was paid after its order was called off: the whole amount is owed to the customer, and an operator
 * returns it.
 */
export const recordLatePrepayment = (
  db: Queryable,
  ctx: Pick<Context, 'actor' | 'clock'>,
  row: PaymentRow,
): Promise<PaymentRow> => {
  const { amount, captured_amount, reference, payment_method_id } = row
  const whole = {
    captured_amount: isPaidByBankTransfers(payment_method_id) ? captured_amount : amount,
    credited_amount: amount,
  }
  return recordPayment(db, ctx, row, 'captured', { reference, ...whole }, { named: 'paid_late' })
}

/** Ignores PaymentStateChangedError, because another process made the same step; throws any other error. */
export function ignorePaymentStateChanged(error: unknown): undefined {
  if (!(error instanceof PaymentStateChangedError)) throw error
}

type Change = Partial<Omit<PaymentRow, 'claimed_until' | 'refunded_amount'>> & {
  refunded_amount?: SQL<number> | number
}

/**
 * Moves a payment to its next state, records the event and returns the row. A step that the transition table does not
 * contain is a programming error. `only`: a further condition on the row; `named`: the event, if not that of the step.
 * @throws PaymentStateChangedError when the payment is no longer in the state of `row`, or `only` is not met
 */
export async function recordPayment(
  db: Queryable,
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  row: Pick<PaymentRow, 'shop_id' | 'id' | 'state' | 'payment_method_id'>,
  state: PaymentState,
  set: Change = {},
  { only, named }: { only?: SQL | undefined; named?: string } = {},
): Promise<PaymentRow> {
  const step = paymentEventOf(row, state)
  const event = named ?? step
  if (step === null) throw new Error(`payment ${row.id}: ${row.state} can't become ${state}`)
  const passed = db.$with('passed').as(
    db
      .update(payment)
      .set({
        ...set,
        state,
        updated_at: sql`now()`,
        ...(set.captured_amount && {
          captured_at: sql`coalesce(${payment.captured_at}, ${clock.now()}::timestamptz)`,
        }),
      })
      .where(and(eq(payment.shop_id, row.shop_id), sameRowCondition(payment, row), eq(payment.state, row.state), only))
      .returning(),
  )
  const { refusal, error } = set
  // Written in the same statement as the row, to save a round trip.
  const noted = db.$with('noted', {}).as(sql`
    insert into ${payment_event} (shop_id, payment_id, event, detail, actor_kind, actor_id, actor_name)
    select shop_id, id, ${event}::text, ${JSON.stringify({ refusal, error })}::jsonb || jsonb_build_object('amount', amount,
      'captured_amount', captured_amount, 'refunded_amount', refunded_amount),
      ${actor.actor_kind}::text, ${actor.actor_id}::bigint, ${actor.actor_name}::text
    from ${passed}`)
  const [moved] = await db.with(passed, noted).select().from(passed)
  if (!moved) throw new PaymentStateChangedError(`payment ${row.id} is no longer ${row.state}`)
  const { captured_amount, refunded_amount } = moved
  if (set.refunded_amount !== undefined)
    await publishEvent(db, { shop_id: row.shop_id, at: moved.updated_at }, 'payment.refunded', {
      order_id: moved.order_id,
      captured_amount,
      refunded_amount,
    })
  return moved
}
