import type { Tx } from '@kushi/db/connect'
import { type inquiry, inquiry_message } from '@kushi/db/schema/inquiry'
import { line_friend } from '@kushi/db/schema/line'
import { and, eq, max, ne } from 'drizzle-orm'
import type { AdminHandler, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { loadShop, shopUrl } from '../../../foundation/setting/index.ts'
import {
  composeLineCard,
  composeMail,
  enqueueLineMessageToUser,
  enqueueMail,
  personalAddresseeText,
} from '../../../messaging/message/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { lineCardMessage } from '../../line/index.ts'
import { inquirySenderRecipient } from '../internal/receive-inquiry.ts'
import { lockInquiry, requireNextInquiryStatus, saveInquiry } from './change-inquiry.ts'
import { inquiryDetail } from './show-inquiry.ts'

type Row = typeof inquiry.$inferSelect

/** LINE accepts at most 2,000 characters in one text of a card. */
const LINE_MOST = 2000

/**
 * 返信: saves the answer, queues it as mail or LINE message and changes the state, in one transaction. The first operator
 * who answers becomes 担当.
 */
export const answerInquiry: AdminHandler<'POST /admin/v1/inquiries/{id}/answer'> = async (ctx, input) => {
  const { id, channel, body } = input
  const answer = await ctx.db.transaction(async (tx) => {
    const row = await lockInquiry(tx, ctx, id)
    await refuseIfMoved(tx, ctx, id, input.last_message_id)
    const inquiry_status_id = requireNextInquiryStatus(row, input.inquiry_status_id)
    const created_at = ctx.clock.now()
    const [message] = await tx
      .insert(inquiry_message)
      .values({
        shop_id: ctx.shop_id,
        inquiry_id: id,
        direction: 'out',
        channel,
        body,
        operator_id: ctx.operator.id,
        created_at,
      })
      .returning({ id: inquiry_message.id })
    await (channel === 'mail' ? sendMail : sendLine)(tx, ctx, row, `inquiry-answer:${message!.id}`, body)
    const operator_id = row.operator_id ?? ctx.operator.id
    const change = { inquiry_status_id, operator_id, waiting_since: null }
    await saveInquiry(tx, ctx, row, change, { channel, inquiry_message_id: message!.id })
    return inquiryDetail(ctx, tx, id)
  })
  return answer
}

/** Refuses when there are new messages, other than notes, that the operator has not seen. */
async function refuseIfMoved(tx: Tx, ctx: OperatorQueryContext, inquiry_id: number, read: number): Promise<void> {
  const [newest] = await tx
    .select({ id: max(inquiry_message.id) })
    .from(inquiry_message)
    .where(
      and(
        eq(inquiry_message.shop_id, ctx.shop_id),
        eq(inquiry_message.inquiry_id, inquiry_id),
        ne(inquiry_message.direction, 'note'),
      ),
    )
  if ((newest?.id ?? 0) > read)
    throw new ShopError(
      409,
      'ERROR_INQUIRY_MOVED',
      'このお問い合わせには、すでに新しいやりとりがあります。内容をご確認のうえ、必要なら送り直してください。',
    )
}

const cannot = (message: string) => new ShopError(422, 'ERROR_INQUIRY_CHANNEL', message)

/** Does not quote the customer, because their e-mail address may not be verified. */
async function sendMail(tx: Tx, ctx: OperatorQueryContext, row: Row, key: string, body: string): Promise<void> {
  if (row.email === '') throw cannot('メールアドレスが分からないため、メールでは返信できません。')
  const seller = await loadShop({ db: tx, shop_id: ctx.shop_id })
  const page = `${shopUrl(ctx.settings, ctx.shop_id)}/sh/mypage/inquiries/${row.inquiry_no}`
  const values = {
    宛名: personalAddresseeText(row.name),
    受付番号: row.inquiry_no,
    ご返信: body,
    マイページのご案内:
      row.customer_id === null ? '' : `やりとりは、マイページでもご覧いただけます。\nやりとりを見る\n${page}`,
  }
  const mail = await composeMail(tx, seller, 'inquiry_answered', await inquirySenderRecipient(tx, row), values)
  await enqueueMail(tx, ctx.shop_id, key, mail, { customer_id: row.customer_id })
}

async function sendLine(tx: Tx, ctx: OperatorQueryContext, row: Row, key: string, body: string): Promise<void> {
  if (row.line_id === null) throw cannot('LINEから届いたお問い合わせではないため、LINEでは返信できません。')
  if (body.length > LINE_MOST) throw cannot('LINEで送れるのは2,000文字までです。')
  const theirs = and(eq(line_friend.shop_id, ctx.shop_id), eq(line_friend.line_user_id, row.line_id))
  const [friend] = await tx.select({ is_blocked: line_friend.is_blocked }).from(line_friend).where(theirs)
  if (friend?.is_blocked) throw cannot('このお客様はLINEをブロックしています。メールか電話でご連絡ください。')
  const seller = await loadShop({ db: tx, shop_id: ctx.shop_id })
  const message = lineCardMessage({
    shop_name: seller.shop_name,
    ...(await composeLineCard(tx, seller, 'line_inquiry_answered', { 受付番号: row.inquiry_no, ご返信: body })),
    rows: [['受付番号', row.inquiry_no]],
    button: { label: 'もう一度問い合わせる', url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/contact` },
  })
  await enqueueLineMessageToUser(tx, ctx.shop_id, key, { to: row.line_id, message }, { customer_id: row.customer_id })
}
