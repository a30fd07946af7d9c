import { experiment, experiment_order, experiment_unit } from '@kushi/db/schema/experiment'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import { isInHoldout } from './internal/assignment.ts'
import { recordVisitor } from './internal/record-visitor.ts'

/** The subject of a 比較 (A/B test with a holdout): the offer of a promotion at 解約, ペースのご提案, or 注文のときのご案内. */
export type ExperimentSubject =
  | { subject: 'cancel_offer'; promotion_id: number }
  | { subject: 'pace' }
  | { subject: 'order_offer' | 'form_offer'; order_offer_id: number }

/** The SQL condition for all 比較 of a subject, running or ended. */
export const experimentsCondition = (shop_id: number, what: ExperimentSubject) =>
  and(
    eq(experiment.shop_id, shop_id),
    eq(experiment.subject, what.subject),
    what.subject === 'cancel_offer' ? eq(experiment.promotion_id, what.promotion_id) : undefined,
    'order_offer_id' in what ? eq(experiment.order_offer_id, what.order_offer_id) : undefined,
  )

/** The SQL condition for the running 比較 of a subject. At most one runs at a time. */
export const runningExperimentCondition = (shop_id: number, what: ExperimentSubject) =>
  and(experimentsCondition(shop_id, what), isNull(experiment.ended_at))

/** The SQL condition for the running 比較 of an offer, wherever it is shown. */
export const runningOfferExperimentCondition = (shop_id: number, order_offer_id: number) =>
  and(eq(experiment.shop_id, shop_id), eq(experiment.order_offer_id, order_offer_id), isNull(experiment.ended_at))

/**
 * Records that a contract takes part in the running 比較, and returns whether the subject is withheld from it. Call it
 * when the subject would be shown. A contract is recorded once, in either group. False when no 比較 runs. `is_shown`
 * false: somebody other than the member looks, so nothing is recorded.
 */
export async function decideContractHoldout(
  { db, shop_id, clock }: Pick<QueryContext, 'db' | 'shop_id' | 'clock'>,
  what: ExperimentSubject,
  { subscription_id, is_shown = true }: { subscription_id: number; is_shown?: boolean },
): Promise<boolean> {
  const [running] = await db
    .select({ id: experiment.id, salt: experiment.salt, holdout_percent: experiment.holdout_percent })
    .from(experiment)
    .where(runningExperimentCondition(shop_id, what))
  if (!running) return false
  const is_held_out = isInHoldout(running.salt, subscription_id, running.holdout_percent)
  if (is_shown)
    await db
      .insert(experiment_unit)
      .values({ shop_id, experiment_id: running.id, subscription_id, is_held_out, exposed_at: clock.now() })
      .onConflictDoNothing()
  return is_held_out
}

interface JudgedOrder {
  id: number
  payment_total: number
}

/**
 * Records that an order takes part in the running 比較 of an offer after the order, and returns whether the offer is
 * withheld. An order has one offer at most: an order that any 比較 held out before stays held out. Call it when the offer
 * would be shown, in the transaction that shows it. An order is recorded once, in either group.
 */
export async function decideOrderHoldout(
  { db, shop_id, clock }: Pick<QueryContext, 'db' | 'shop_id' | 'clock'>,
  order_offer_id: number,
  { id: order_id, payment_total }: JudgedOrder,
): Promise<boolean> {
  const what = { subject: 'order_offer', order_offer_id } as const
  const own = and(eq(experiment_order.shop_id, shop_id), eq(experiment_order.order_id, order_id))
  const [known] = await db
    .select({ arm: experiment_order.arm })
    .from(experiment_order)
    .innerJoin(experiment, refersToCondition(experiment_order.experiment_id, experiment))
    .where(and(own, eq(experiment.subject, what.subject)))
  if (known) return known.arm === HELD_OUT
  const [running] = await db.select().from(experiment).where(runningExperimentCondition(shop_id, what))
  if (!running) return false
  const arm = isInHoldout(running.salt, order_id, running.holdout_percent) ? HELD_OUT : OFFERED
  const exposed = { seen_at: clock.now(), before_yen: payment_total }
  await db
    .insert(experiment_order)
    .values({ shop_id, experiment_id: running.id, order_id, arm, ...exposed })
    .onConflictDoNothing()
  return arm === HELD_OUT
}

/**
 * Records that a browser takes part in the running 比較 of an order form's offer, and returns whether the offer is
 * withheld. Call it when the offer would be shown. A browser is recorded once, by a cookie. An operator in 代理ログイン and a
 * client without cookies see every offer and are not counted.
 */
export async function decideVisitorHoldout(ctx: Context, order_offer_id: number): Promise<boolean> {
  const { db, shop_id, as_of, acting, makeVisitorSign } = ctx
  if (as_of || acting || !makeVisitorSign) return false
  const [running] = await db
    .select()
    .from(experiment)
    .where(runningExperimentCondition(shop_id, { subject: 'form_offer', order_offer_id }))
  if (!running) return false
  const sign = makeVisitorSign()
  const arm = isInHoldout(running.salt, sign, running.holdout_percent) ? HELD_OUT : OFFERED
  await recordVisitor(ctx, running, sign, arm)
  return arm === HELD_OUT
}

/** The arms of an offer. */
const [OFFERED, HELD_OUT] = [0, 1]
