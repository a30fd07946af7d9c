import type { SubscriptionChange } from '@kushi/contract/subscription'
import type { Tx } from '@kushi/db/connect'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { and, desc, eq } from 'drizzle-orm'
import { contextInTransaction, type MemberQueryContext } from '../../../context.ts'
import type { OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound } from '../../../shop-error.ts'
import { subscriptionDetail } from '../admin/show-one.ts'
import { PERSONAL_CHANGE_FIELDS } from '../rules/changes-between.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import { memberContextFor } from './member-context-for.ts'
import type { EventDetail } from './record-event.ts'
import { notifyChanges } from './subscription-line.ts'

/** Returns a subscription of the operator's shop. @throws ShopError 404 */
export async function findShopSubscription(
  { db, shop_id }: Pick<OperatorQueryContext, 'db' | 'shop_id'>,
  id: number,
): Promise<SubscriptionRow> {
  const [row] = await db
    .select()
    .from(subscription)
    .where(and(eq(subscription.shop_id, shop_id), eq(subscription.id, id)))
  if (!row || row.summary_status === 0) throw notFound()
  return row
}

/** The subject of its audit entries. */
export const subscriptionAuditSubject = (id: number) => ({
  subject: 'subscription',
  subject_id: id,
  subject_name: `定期便 ${id}`,
})

/**
 * Runs a member's change for an operator: by the same rules, with an audit entry in the same transaction. Returns the
 * resulting page.
 */
export async function runOnBehalf(
  ctx: OperatorContext,
  { id, notify }: { id: number; notify: boolean },
  change: (member: MemberQueryContext) => Promise<unknown>,
) {
  const row = await findShopSubscription(ctx, id)
  await ctx.db.transaction(async (tx) => {
    await change(memberContextFor(contextInTransaction(ctx, tx), row, notify))
    const { version } = await findShopSubscription(contextInTransaction(ctx, tx), id)
    const isChanged = version !== row.version
    const done = isChanged ? await lastEvent(tx, ctx, id) : { event: 'updated', changes: [], version }
    await recordChange(tx, ctx, id, done, { notify })
    if (notify && isChanged) await notifyDone(tx, ctx, row, done)
  })
  return subscriptionDetail(ctx, id)
}

/** An operators' call that is a member's change: the same input, and whether the member is notified. */
export const onBehalfHandler =
  <I extends { id: number }>(change: (member: MemberQueryContext, input: I) => Promise<unknown>) =>
  (ctx: OperatorContext, input: I & { notify: boolean }) =>
    runOnBehalf(ctx, input, (member) => change(member, input))

type RecordedAction = { event: string; changes: readonly SubscriptionChange[]; version: number }

/** Returns the event that was just written. */
async function lastEvent(tx: Tx, { shop_id }: OperatorQueryContext, id: number): Promise<RecordedAction> {
  const [last] = await tx
    .select({ event: subscription_event.event, detail: subscription_event.detail })
    .from(subscription_event)
    .where(and(eq(subscription_event.shop_id, shop_id), eq(subscription_event.subscription_id, id)))
    .orderBy(desc(subscription_event.id))
    .limit(1)
  const { changes = [], version = 0 } = (last?.detail ?? {}) as EventDetail
  return { event: last?.event ?? 'updated', changes, version }
}

const notifyDone = (
  tx: Tx,
  ctx: OperatorQueryContext,
  row: SubscriptionRow,
  { event, changes, version }: RecordedAction,
) => notifyChanges(tx, ctx, [{ row: { ...row, version }, event, changes }])

/** Notifies over LINE of an action that is not a member's handler. */
export const notifyLastEventOverLine = async (tx: Tx, ctx: OperatorQueryContext, row: SubscriptionRow): Promise<void> =>
  notifyDone(tx, ctx, row, await lastEvent(tx, ctx, row.id))

/**
 * Copies the event of the change into the audit log. Names and addresses stay in the event only, which an erasure
 * covers.
 */
async function recordChange(
  tx: Tx,
  ctx: OperatorQueryContext,
  id: number,
  { changes }: RecordedAction,
  more: object,
): Promise<void> {
  const side = (pick: (one: SubscriptionChange) => string) =>
    Object.fromEntries(changes.map((one) => [one.name, PERSONAL_CHANGE_FIELDS.includes(one.name) ? null : pick(one)]))
  const hidden = changes.filter(({ name }) => PERSONAL_CHANGE_FIELDS.includes(name)).map(({ name }) => [name, '変更'])
  await recordAudit(tx, ctx, {
    ...subscriptionAuditSubject(id),
    before: side((one) => one.before),
    after: { ...side((one) => one.after), ...Object.fromEntries(hidden), ...more },
  })
}
