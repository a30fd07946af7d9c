import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { MERGE_LINK_DAYS } from '@kushi/values/merge-request'
import type { OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { loadShop, shopUrl } from '../../../foundation/setting/index.ts'
import {
  composeLineCard,
  composeMail,
  enqueueLineMessageToUser,
  enqueueMail,
  lineFriendJoinCondition,
  personalAddresseeText,
  reachableEmail,
} from '../../../messaging/message/index.ts'
import { lineCardMessage } from '../../../people/line/index.ts'
import { issueLinkToken } from '../../../people/session/index.ts'
import type { MergeMember } from './load-merge-member.ts'
import type { MergeRequestRow } from './merge-requests.ts'

const DAY_MINUTES = 1440

const contentOf = ({ customer_id, kept_id }: MergeRequestRow) =>
  `会員番号${customer_id}のご注文、定期便、ポイント、お支払い方法などの内容をすべて会員番号${kept_id}に移し、会員番号${customer_id}は退会となります。`

/** Asks both owners, each by a link of their own: by mail to a verified address, and over LINE. */
export async function sendMergeConsentRequests(
  tx: Tx,
  ctx: OperatorQueryContext,
  sides: readonly MergeMember[],
  row: MergeRequestRow,
): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: ctx.shop_id })
  for (const { row: member } of sides) {
    const about = { purpose: 'agree_merge', customer_id: member.id } as const
    const token = await issueLinkToken(tx, ctx, about, MERGE_LINK_DAYS * DAY_MINUTES)
    const url = `${shopUrl(ctx.settings, ctx.shop_id)}/sh/merge?token=${token}`
    const key = `merge-asked:${row.id}:${member.id}`
    if (member.email_verified_at !== null) {
      const mail = await composeMail(tx, seller, 'merge_asked', member, {
        宛名: personalAddresseeText(`${member.name01} ${member.name02}`),
        内容: contentOf(row),
        お返事のページ: `内容を確かめて返事をする\n${url}`,
      })
      await enqueueMail(tx, ctx.shop_id, key, { ...mail, is_secret: true }, { customer_id: member.id })
    }
    const to = seller.line_channel_flag ? await friendOf(tx, member) : null
    if (to === null) continue
    const message = lineCardMessage({
      shop_name: seller.shop_name,
      ...(await composeLineCard(tx, seller, 'line_merge_asked', { 内容: contentOf(row) })),
      rows: [],
      button: { label: '内容を確かめて返事をする', url },
    })
    const payload = { to, message, is_secret: true }
    await enqueueLineMessageToUser(tx, ctx.shop_id, `line:${key}`, payload, { customer_id: member.id })
  }
}

/** Tells both, before anything moves, that an operator identified them. */
export async function notifyMergeIdentityRecorded(
  tx: Tx,
  ctx: OperatorQueryContext,
  sides: readonly MergeMember[],
  row: MergeRequestRow,
): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: ctx.shop_id })
  for (const { row: member } of sides) {
    if (reachableEmail(member.email) === '') continue
    const values = { 宛名: personalAddresseeText(`${member.name01} ${member.name02}`), 内容: contentOf(row) }
    const mail = await composeMail(tx, seller, 'merge_recorded', member, values)
    await enqueueMail(tx, ctx.shop_id, `merge-recorded:${row.id}:${member.id}`, mail, { customer_id: member.id })
  }
}

async function friendOf(tx: Tx, member: MergeMember['row']): Promise<string | null> {
  const [friend] = await tx
    .select({ line_id: customer.line_id })
    .from(customer)
    .innerJoin(line_friend, lineFriendJoinCondition(customer))
    .where(sameRowCondition(customer, member))
  return friend?.line_id ?? null
}
