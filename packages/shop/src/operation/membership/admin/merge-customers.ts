import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { updateMemberFacts } from '../../../growth/report/index.ts'
import { composeMail, enqueueMail, personalAddresseeText } from '../../../messaging/message/index.ts'
import { publishEvent } from '../../../messaging/webhook/index.ts'
import { customerDetail, recordConsent } from '../../../people/customer/index.ts'
import { recordSecurityEvent } from '../../../people/session/index.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { deleteFormerMemberCards } from '../forget-cards.ts'
import { closeMemberAccount } from '../internal/close-account.ts'
import { loadMergeMember, type MergeMember } from '../internal/load-merge-member.ts'
import { lockMembersForMerge } from '../internal/lock-merge.ts'
import { findMergeConsent } from '../internal/merge-requests.ts'
import { moveMemberRows } from '../internal/move-rows.ts'
import { mergeOutcome, mergeProblem } from '../rules/merge.ts'
import { mergeConsentProblem } from '../rules/merge-request.ts'

/**
 * 会員の統合: everything of `other_id` is moved to this member, and the other account is closed like a withdrawn one. Both
 * are notified by mail.
 * @throws ShopError 404; 409 ERROR_MERGE_REFUSED when a rule forbids it, or the owners have not agreed; 422 when the
 * typed number does not match
 */
export const mergeCustomers: AdminHandler<'POST /admin/v1/customers/{id}/merge'> = async (ctx, input) => {
  const { id, other_id, typed_id, reason } = input
  if (id === other_id) throw notFound()
  if (typed_id !== String(other_id)) {
    const message = '統合して退会になる会員の会員番号を、もう一度入力してください。'
    throw refusedField('typed_id', message)
  }
  const detail = await ctx.db.transaction(async (tx) => {
    await lockMembersForMerge(tx, ctx.shop_id, [id, other_id])
    const kept = await loadMergeMember(tx, ctx.shop_id, id)
    const other = await loadMergeMember(tx, ctx.shop_id, other_id)
    const problem = mergeProblem(kept.standing, other.standing)
    const consent = await findMergeConsent(tx, ctx, { customer_id: other_id, kept_id: id })
    const refusal = problem ?? mergeConsentProblem(consent?.state ?? null)
    if (refusal) throw new ShopError(409, 'ERROR_MERGE_REFUSED', refusal)
    await merge(tx, ctx, kept, other, reason)
    return customerDetail(ctx, tx, id)
  })
  ctx.afterwards(() => deleteFormerMemberCards(ctx))
  return detail
}

async function merge(
  tx: Tx,
  ctx: OperatorQueryContext,
  kept: MergeMember,
  other: MergeMember,
  reason: string,
): Promise<void> {
  const { cards, mail_magazine_flag, line_magazine_flag } = mergeOutcome(kept.standing, other.standing)
  const { shop_id, id } = kept.row
  const { id: from, gmo_id } = other.row
  const has_cards = cards === 'other'
  // Before the rows move, so that the withdrawal of the other's consents is part of the history that moves to the kept
  // member.
  await closeMemberAccount(tx, ctx, other.row, { merged_into_id: id, ...(has_cards ? { gmo_id: null } : {}) })
  await moveMemberRows(tx, ctx, { shop_id, from, to: id, email: kept.row.email, has_cards })
  await updateMemberFacts(tx, ctx, id)
  const flags = { mail_magazine_flag, line_magazine_flag }
  const times = await recordConsent(tx, ctx, kept.row, kept.row, flags, 'withdrawal')
  await tx
    .update(customer)
    .set({ ...flags, ...times, ...(has_cards ? { gmo_id } : {}) })
    .where(sameRowCondition(customer, kept.row))
  const pointed = and(eq(customer.shop_id, shop_id), eq(customer.merged_into_id, from))
  await tx.update(customer).set({ merged_into_id: id }).where(pointed)
  await followOptout(tx, kept, other)
  for (const customer_id of [id, from]) await recordSecurityEvent(ctx, 'merged', customer_id, tx)
  await tellBoth(tx, ctx, kept, other)
  const at = ctx.clock.now()
  await publishEvent(tx, { shop_id, at }, 'customer.withdrawn', { customer_id: from, merged_into_id: id })
  await publishEvent(tx, { shop_id, at }, 'customer.changed', { customer_id: id })
  await trail(tx, ctx, kept, other, reason)
}

/** Notifies both members which account remains. The mail to the other mailbox names nobody. */
async function tellBoth(tx: Tx, ctx: OperatorQueryContext, kept: MergeMember, other: MergeMember): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: ctx.shop_id })
  const [to, from] = [kept.row.id, other.row.id]
  const moved = `会員番号${from}の内容を、会員番号${to}にまとめました。これからは、会員番号${to}のメールアドレスとパスワードでログインしてください。`
  const line = other.standing.has_line
    ? `\n会員番号${from}のLINE連携は解除しました。マイページの会員情報から、もう一度連携していただけます。`
    : ''
  for (const { row } of [kept, other]) {
    const values = { 宛名: personalAddresseeText(`${row.name01} ${row.name02}`), 内容: `${moved}${line}` }
    const mail = await composeMail(tx, seller, 'merged', row, values)
    await enqueueMail(tx, ctx.shop_id, `merged:${from}:${row.id}`, mail, { customer_id: to })
  }
}

/** 配信停止 by a link in a mail also applies to the remaining mailbox. */
async function followOptout(tx: Tx, kept: MergeMember, other: MergeMember): Promise<void> {
  await tx.execute(sql`
    insert into ad_optout (shop_id, channel, address, created_at)
    select shop_id, channel, ${kept.row.email}, created_at from ad_optout
    where shop_id = ${other.row.shop_id} and channel = 'mail' and address = ${other.row.email}
    on conflict do nothing`)
}

/** Writes the audit entries for both members, without names. */
async function trail(
  tx: Tx,
  ctx: OperatorQueryContext,
  kept: MergeMember,
  other: MergeMember,
  reason: string,
): Promise<void> {
  const named = (one: MergeMember) => ({
    subject: 'customer',
    subject_id: one.row.id,
    subject_name: `会員 ${one.row.id}`,
  })
  const facts = ({ standing: { has_line, has_cards, mail_magazine_flag, line_magazine_flag } }: MergeMember) => ({
    has_line,
    has_cards,
    mail_magazine_flag,
    line_magazine_flag,
  })
  const merged = await loadMergeMember(tx, ctx.shop_id, kept.row.id)
  const after = { ...facts(merged), merged_id: other.row.id, reason }
  await recordAudit(tx, ctx, { ...named(kept), before: facts(kept), after })
  const end = { withdrawn: true, merged_into_id: kept.row.id, reason }
  await recordAudit(tx, ctx, { ...named(other), before: { ...facts(other), withdrawn: false }, after: end })
}
