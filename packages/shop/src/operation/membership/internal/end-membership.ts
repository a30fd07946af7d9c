import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { subscription } from '@kushi/db/schema/subscription'
import { and, asc, eq } from 'drizzle-orm'
import { forfeitPoints } from '../../../catalogue/point/index.ts'
import type { QueryContext } from '../../../context.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import {
  composeMail,
  enqueueMail,
  type MailRecipient,
  personalAddresseeText,
  type QueuedMail,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import { publishEvent } from '../../../messaging/webhook/index.ts'
import { recordSecurityEvent } from '../../../people/session/index.ts'
import { recordEvent, saveSubscription } from '../../../sales/subscription/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { closeMemberAccount } from './close-account.ts'
import { loadWithdrawalFacts, type MemberKey, unfinishedSubscriptionsCondition } from './load-withdrawal-facts.ts'
import { personalDataTables } from './person-tables.ts'

/**
 * 退会: ends subscriptions and sessions and erases the member's personal data. Orders with their addresses, inquiries and
 * consent records stay, because the law requires them. Cards are deleted afterwards (`deleteFormerMemberCards`).
 * @throws ShopError 404; 409 while an order or a prepaid or arranged delivery is open
 */
export async function endMembership(tx: Tx, ctx: QueryContext, member: MemberKey): Promise<void> {
  const { before, subscriptions, problem } = await lockWithdrawingMember(tx, ctx, member)
  if (problem) throw new ShopError(409, 'ERROR_WITHDRAWAL_REFUSED', problem)
  await endLockedMembership(tx, ctx, before, subscriptions)
}

/**
 * Locks a member and their unfinished subscriptions. Returns them with what must be finished before a withdrawal.
 * @throws ShopError 404
 */
export async function lockWithdrawingMember(tx: Tx, ctx: QueryContext, member: MemberKey) {
  const { shop_id, customer_id } = member
  // Same lock order as the daily run, which locks a subscription and then writes an order of its member.
  await tx
    .select({ id: subscription.id })
    .from(subscription)
    .where(unfinishedSubscriptionsCondition(member))
    .orderBy(asc(subscription.id))
    .for('update')
  const mine = and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id))
  // A stronger lock than other calls take: until this ends no new row can reference the member, not even an order.
  const [before] = await tx.select().from(customer).where(mine).for('update')
  if (!before || before.withdrawn_at) throw notFound()
  return { before, ...(await loadWithdrawalFacts({ ...ctx, shop_id, db: tx }, member)) }
}

type Leaving = Awaited<ReturnType<typeof lockWithdrawingMember>>

/**
 * Ends the membership of a locked member who has nothing open. Ends subscriptions, forfeits points, sends the farewell
 * mail and erases the personal data.
 */
export async function endLockedMembership(
  tx: Tx,
  ctx: QueryContext,
  before: Leaving['before'],
  subscriptions: Leaving['subscriptions'],
): Promise<void> {
  const { shop_id, id: customer_id } = before
  const now = ctx.clock.now()
  for (const { row } of subscriptions) {
    const saved = await saveSubscription(tx, row, 'end', { final_cycle: null })
    await recordEvent(tx, ctx, row, 'ended', { ended_for: '退会', version: saved.version })
  }
  await forfeitPoints(tx, { ...ctx, shop_id }, customer_id)
  const seller = await loadShop({ db: tx, shop_id })
  const mail = await withdrawnMail(tx, seller, before, subscriptions.length)
  await enqueueMail(tx, shop_id, `withdrawn:${customer_id}`, mail, { customer_id })
  for (const { table, facts, columns } of personalDataTables)
    if ('rows' in facts.erased && facts.erased.rows === '退会')
      await tx.delete(table).where(and(eq(columns['shop_id']!, shop_id), eq(columns['customer_id']!, customer_id)))
  if (before.line_id !== null)
    await tx
      .delete(line_friend)
      .where(and(eq(line_friend.shop_id, shop_id), eq(line_friend.line_user_id, before.line_id)))
  await closeMemberAccount(tx, { ...ctx, shop_id }, before)
  await publishEvent(tx, { shop_id, at: now }, 'customer.withdrawn', { customer_id })
  await recordSecurityEvent({ ...ctx, shop_id }, 'withdrawn', customer_id, tx)
}

/** 退会のお知らせ, the last mail, sent to the address that is erased in the same transaction. */
async function withdrawnMail(
  db: Queryable,
  seller: SenderShop,
  member: MailRecipient & { name01: string; name02: string },
  subscriptions: number,
): Promise<QueuedMail> {
  const values = {
    宛名: personalAddresseeText(`${member.name01} ${member.name02}`),
    終了した定期便:
      subscriptions > 0 ? `ご契約中の定期便(${subscriptions}件)は終了しました。今後のお届けとご請求はありません。` : '',
  }
  return composeMail(db, seller, 'withdrawn', member, values)
}
