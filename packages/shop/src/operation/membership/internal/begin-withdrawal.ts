import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { subscription_event } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { and, desc, eq } from 'drizzle-orm'
import { contextInTransaction, type QueryContext } from '../../../context.ts'
import { loadShop, shopUrl } from '../../../foundation/setting/index.ts'
import { composeMail, enqueueMail, personalAddresseeText } from '../../../messaging/message/index.ts'
import { recordConsent } from '../../../people/customer/index.ts'
import { endCartReminders } from '../../../sales/cart/index.ts'
import {
  cancellationChangeFrom,
  changeSubscriptionsForMembers,
  continueAfterDeliveryChange,
  endAfterDeliveryChange,
  endsAfterArrangedDelivery,
  type SubscriptionChangeRequest,
  subscriptionLockOf,
} from '../../../sales/subscription/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { endLockedMembership, lockWithdrawingMember } from './end-membership.ts'
import { loadWithdrawalFacts, type MemberKey } from './load-withdrawal-facts.ts'

// 退会 is accepted on every day. What is on its way still comes: subscriptions that are arranged end with their delivery,
// the others at once (解約, by the rule of each contract), and the membership when nothing is open any more. Until then
// it is taken back by a press. `customer.leaving_at` is the one new state.

const WHY = { reason_label: '退会' }

/**
 * Begins 退会. Ends the membership at once if nothing is open, and returns null. Otherwise returns the time of the
 * request: subscriptions end, arranged ones with their delivery, and the membership ends later.
 * @throws ShopError 404
 */
export async function beginWithdrawal(tx: Tx, ctx: QueryContext, member: MemberKey): Promise<Date | null> {
  const { before, subscriptions, problem } = await lockWithdrawingMember(tx, ctx, member)
  if (!problem) {
    await endLockedMembership(tx, ctx, before, subscriptions)
    return null
  }
  const today = ctx.clock.today()
  const going = subscriptions.filter(({ row }) => !endsAfterArrangedDelivery(row) && row.summary_status !== 6)
  const changeOf = (loaded: (typeof going)[number]): SubscriptionChangeRequest => {
    const lock = subscriptionLockOf(loaded, today)
    return lock === 'arranged' || lock === 'in_progress' ? endAfterDeliveryChange(WHY) : cancellationChangeFrom(WHY)
  }
  await changeAll(tx, ctx, member, going, changeOf)
  const standing = await loadWithdrawalFacts({ ...ctx, shop_id: member.shop_id, db: tx }, member)
  if (!standing.problem) {
    await endLockedMembership(tx, ctx, before, standing.subscriptions)
    return null
  }
  const now = ctx.clock.now()
  const leaving_at = before.leaving_at ?? now
  const silent = { mail_magazine_flag: false, line_magazine_flag: false }
  const consented = await recordConsent(tx, ctx, before, before, silent, 'withdrawal')
  await endCartReminders(tx, { ...member, updated_at: now })
  await tx
    .update(customer)
    .set({ ...silent, ...consented, leaving_at })
    .where(sameRowCondition(customer, before))
  // Asked again: only what was begun since is news.
  if (before.leaving_at && going.length === 0) return leaving_at
  const ends = going.map((loaded) => {
    const { row } = loaded
    const isLast = changeOf(loaded).event === 'ending_asked'
    return `定期便(契約番号 ${row.id}): ${isLast ? `${formatDateWithWeekday(row.next_delivery_date)}のお届けを最後に終わります。その後のお届けとご請求はありません。` : '解約しました。'}`
  })
  await tell(tx, ctx, before, 'leaving', now, { 退会の日: standing.problem, 終わる定期便: ends.join('\n') })
  return leaving_at
}

/**
 * Cancels a requested 退会. Subscriptions that would end with their next delivery continue.
 * @throws ShopError 409 if no withdrawal was requested
 */
export async function cancelWithdrawal(tx: Tx, ctx: QueryContext, member: MemberKey): Promise<void> {
  const { before, subscriptions } = await lockWithdrawingMember(tx, ctx, member)
  if (!before.leaving_at)
    throw new ShopError(409, 'ERROR_NOT_LEAVING', '退会のお申し出は、承っていません。画面を読み込み直してください。')
  const asked = []
  for (const one of subscriptions)
    if (endsAfterArrangedDelivery(one.row) && (await endsForLeaving(tx, one.row))) asked.push(one)
  await changeAll(tx, ctx, member, asked, () => continueAfterDeliveryChange)
  await tx.update(customer).set({ leaving_at: null }).where(sameRowCondition(customer, before))
  const on = asked.map(({ row }) => `定期便(契約番号 ${row.id})は、次回からも続きます。`)
  await tell(tx, ctx, before, 'leaving_undone', before.leaving_at, { 続く定期便: on.join('\n') })
}

async function endsForLeaving(tx: Tx, { shop_id, id }: { shop_id: number; id: number }): Promise<boolean> {
  const [asked] = await tx
    .select({ detail: subscription_event.detail })
    .from(subscription_event)
    .where(
      and(
        eq(subscription_event.shop_id, shop_id),
        eq(subscription_event.subscription_id, id),
        eq(subscription_event.event, 'ending_asked'),
      ),
    )
    .orderBy(desc(subscription_event.id))
    .limit(1)
  return (asked?.detail as { reason_label?: string } | undefined)?.reason_label === WHY.reason_label
}

type Loaded = Awaited<ReturnType<typeof lockWithdrawingMember>>['subscriptions'][number]

/** Quiet: the mail about the membership names each of them. @throws the reason of the first that is refused */
async function changeAll(
  tx: Tx,
  ctx: QueryContext,
  { shop_id }: MemberKey,
  all: readonly Loaded[],
  changeOf: (loaded: Loaded) => SubscriptionChangeRequest,
): Promise<void> {
  if (all.length === 0) return
  const inside = { ...contextInTransaction({ ...ctx, shop_id }, tx), is_quiet: true }
  const ids = all.map(({ row }) => row.id)
  const became = await changeSubscriptionsForMembers(inside, ids, {
    change: (loaded) => ({ change: changeOf(loaded), result: null }),
    isTried: false,
  })
  for (const refusal of became.values()) if (refusal) throw refusal
}

type Member = typeof customer.$inferSelect

async function tell(
  tx: Tx,
  ctx: QueryContext,
  member: Member,
  kind: 'leaving' | 'leaving_undone',
  asked: Date,
  values: Record<string, string>,
): Promise<void> {
  const { shop_id, id: customer_id } = member
  const seller = await loadShop({ db: tx, shop_id })
  const mail = await composeMail(tx, seller, kind, member, {
    宛名: personalAddresseeText(`${member.name01} ${member.name02}`),
    マイページ: `${shopUrl(ctx.settings, shop_id)}/sh/mypage/customer/withdrawal`,
    ...values,
  } as never)
  await enqueueMail(tx, shop_id, `${kind}:${customer_id}:${asked.getTime()}`, mail, { customer_id })
}
