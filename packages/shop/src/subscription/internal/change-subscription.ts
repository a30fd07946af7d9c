import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { subscription, subscription_event, subscription_order_item } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { and, asc, eq } from 'drizzle-orm'
import { type MemberContext, within } from '../../context.ts'
import { enqueueMail } from '../../outbox/index.ts'
import { loadShop } from '../../setting/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { changesBetween } from '../rules/changes-between.ts'
import { draftOf } from '../rules/draft.ts'
import { dunningOf } from '../rules/dunning.ts'
import type { SubscriptionEventName } from '../rules/event-text.ts'
import { type Lock, lockError, lockMessage, lockOf } from '../rules/lock.ts'
import { restartOn } from '../rules/restart-on.ts'
import { afterAction } from '../rules/subscription-status.ts'
import { checkPaymentOf } from './check-payment-of.ts'
import {
  type CycleNotes,
  type Loaded,
  ownSubscriptions,
  type SubscriptionItem,
  type SubscriptionRow,
  withParts,
} from './load-subscription.ts'
import { isPricedAlike } from './price-delivery.ts'
import { type EventDetail, recordEvent } from './record-event.ts'
import { type Content, restartAttempts, saveNotes, saveSubscription } from './save-subscription.ts'
import { type Shown, showSubscription } from './show-subscription.ts'
import { subscriptionMail } from './subscription-mail.ts'

/** What a change makes of a subscription. `id` 0: an item that is new. */
export interface Changed {
  set: Content
  /** 休止, 解約, 再開. */
  action?: 'pause' | 'cancel' | 'reopen'
  /** お休み, or its undoing; left out: as it is. */
  skipped?: CycleNotes['skipped']
  /** Try again on this day what failed. */
  retry_on?: CalendarDate
  items?: SubscriptionItem[]
  /** What the history keeps beside the changes. */
  detail?: EventDetail
}

export interface Change {
  id: number
  event: SubscriptionEventName
  /** What the member saw; left out: whatever stands. */
  version?: number | undefined
  /** Refuse at once when somebody else is at it, instead of waiting. */
  noWait?: boolean
  detail?: EventDetail
  /** Decides inside the transaction. Throws what is told to the member. */
  apply(ctx: MemberContext, loaded: Loaded): Promise<Changed> | Changed
  /** Looks at what comes out before it is saved. */
  check?(after: Shown): void | Promise<void>
}

/**
 * One change by the member: the row is locked, what was seen is compared with what stands, the change is made whole or
 * not at all, and the history says what it was.
 * @throws ShopError 404; 409 for what is cancelled, arranged, or changed meanwhile
 */
export function changeSubscription(ctx: MemberContext, change: Change): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const inside = within(ctx, tx)
    const loaded = await lockOwn(inside, tx, change)
    refuseLocked(loaded, ctx)
    if (change.version !== undefined && change.version !== loaded.row.version)
      throw await overtaken(tx, loaded.row, change.version)
    const changed = await change.apply(inside, loaded)
    const { set, items, action = null } = changed
    const before = await showSubscription(inside, loaded)
    const phone = async () => (await loadShop(inside)).phone_display
    const phone_display = await (ctx.kept ? ctx.kept.get(`phone of ${ctx.shop_id}`, phone) : phone())
    const draft = drafted(loaded, changed)
    const draftView = await showSubscription(inside, draft, isPricedAlike(loaded, draft) ? before.quoted : undefined)
    const changes = changesBetween(before.view, draftView.view, phone_display)
    const names = changes.map(({ name }) => name)
    await change.check?.(draftView)
    await checkPaymentOf(inside, draft.row, draftView, names)
    const { delivery_fee, payment_total } = draftView.quoted.summary
    const saved = await saveSubscription(tx, loaded.row, action, { ...set, delivery_fee })
    await saveNotesOf(tx, loaded, draft, changed, payment_total)
    const retry_on = changed.retry_on ?? restartOn(saved, names, ctx.clock.today())
    if (retry_on !== null || action !== null) await restartAttempts(tx, saved, retry_on)
    if (items) await saveItems(tx, loaded, items)
    const { version } = saved
    await recordEvent(tx, ctx, saved, change.event, {
      ...change.detail,
      ...changed.detail,
      changes,
      version,
    })
    if (ctx.is_quiet) return
    const mail = await subscriptionMail(tx, ctx, saved, change.event, { changes })
    await enqueueMail(tx, ctx.shop_id, `subscription-changed:${change.id}:${version}`, mail, {
      ...{ customer_id: saved.customer_id, subscription_id: saved.id },
    })
  })
}

/** A subscription as a change would leave it, with its status. */
export function drafted(loaded: Loaded, changed: Changed): Loaded {
  const { skipped = loaded.notes.skipped } = changed
  const { row, ...draft } = draftOf(loaded, changed)
  const summary_status = changed.action ? afterAction(row.summary_status, changed.action) : row.summary_status
  if (summary_status === null)
    throw new Error(`subscription ${row.id}: no ${changed.action} from status ${row.summary_status}`)
  const dunning = dunningOf(summary_status, loaded.attempts)
  return { ...draft, row: { ...row, summary_status }, notes: { ...draft.notes, skipped }, dunning }
}

/** Once the notice is out, the amount that a change shows takes its place. */
async function saveNotesOf(tx: Tx, before: Loaded, draft: Loaded, { skipped }: Changed, total: number): Promise<void> {
  const { noticed_for, promised_total } = before.notes
  const promised = noticed_for !== null && noticed_for === draft.row.next_delivery_date ? total : null
  if (skipped === undefined && promised === promised_total) return
  await saveNotes(tx, draft.row, { promised_total: promised, ...(skipped !== undefined && { skipped }) })
}

async function lockOwn(ctx: MemberContext, tx: Tx, { id, noWait }: Change): Promise<Loaded> {
  const [row] = await tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.id, id), ownSubscriptions(ctx)))
    .for('update', noWait ? { noWait } : {})
  if (!row) throw notFound()
  return (await withParts(tx, [row]))[0]!
}

/** @throws ShopError 409 when nothing may be changed now */
export function refuseLocked({ row, order }: Loaded, ctx: Pick<MemberContext, 'clock'>): void {
  const lock = lockOf(row, order?.status ?? null, ctx.clock.today())
  if (lock) throw locked(lock)
}
export const locked = (lock: Lock) => new ShopError(409, lockError[lock], lockMessage[lock])

/** Two tabs, two devices, or the shop: the other was first. Says what it changed. */
async function overtaken(tx: Tx, row: SubscriptionRow, version: number): Promise<ShopError> {
  const events = await tx
    .select({ detail: subscription_event.detail })
    .from(subscription_event)
    .where(and(eq(subscription_event.shop_id, row.shop_id), eq(subscription_event.subscription_id, row.id)))
    .orderBy(asc(subscription_event.id))
  const since = events.map((event) => event.detail as EventDetail).filter((one) => (one.version ?? 0) > version)
  const changes = since.flatMap((one) => one.changes ?? [])
  const what = changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`)
  return new ShopError(
    409,
    'ERROR_SUBSCRIPTION_CHANGED',
    `ほかの画面または端末で、先に変更されました。${what.length > 0 ? `(${what.join('、')})` : ''}新しい内容をご確認のうえ、もう一度お試しください。`,
    {
      fields: changes.map(({ name, label, after }) => ({
        path: name,
        message_id: 'changed',
        message: `${label}: ${after}`,
      })),
    },
  )
}

async function saveItems(tx: Tx, { row, items: old }: Loaded, items: readonly SubscriptionItem[]): Promise<void> {
  const { shop_id } = row
  const kept = new Set(items.map((item) => item.id))
  for (const { id } of old)
    if (!kept.has(id)) await tx.delete(subscription_order_item).where(isRow(subscription_order_item, { shop_id, id }))
  for (const { id, ...item } of items) {
    if (id === 0) await tx.insert(subscription_order_item).values({ ...item, shop_id, subscription_id: row.id })
    // No row leaves its shop, nor is told to: where shops lie on different machines that is refused.
    const { shop_id: _, ...values }: Partial<typeof subscription_order_item.$inferInsert> = item
    if (id !== 0)
      await tx.update(subscription_order_item).set(values).where(isRow(subscription_order_item, { shop_id, id }))
  }
}
