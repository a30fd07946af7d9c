import type { MemberInquiry } from '@kushi/contract/contact'
import { inquiry, inquiry_message } from '@kushi/db/schema/inquiry'
import type { InquiryStatusId } from '@kushi/values/inquiry-status'
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Handler, MemberContext } from '../../context.ts'
import { notFound } from '../../shop-error.ts'
import { inquiryStatesAfter, inquiryStatusShownToSender } from './rules/inquiry-transition.ts'

const own = ({ shop_id, customer_id }: MemberContext) =>
  and(eq(inquiry.shop_id, shop_id), eq(inquiry.customer_id, customer_id), eq(inquiry.kind, 'contact'))

type Row = typeof inquiry.$inferSelect & { answered_at: Date | null }

const answered_at = sql<Date | null>`(select max(m.created_at) from ${inquiry_message} m
  where m.shop_id = inquiry.shop_id and m.inquiry_id = inquiry.id and m.direction = 'out')`.mapWith(
  inquiry_message.created_at,
)

const shown = (row: Row): MemberInquiry => ({
  inquiry_no: row.inquiry_no,
  inquiry_category: row.inquiry_category,
  content: row.content,
  inquiry_status_id: inquiryStatusShownToSender(row.inquiry_status_id as InquiryStatusId),
  created_at: row.created_at.toISOString(),
  answered_at: row.answered_at?.toISOString() ?? null,
})

/** お問い合わせの履歴 of the member, newest first; includes those sent over LINE from their linked account. */
export const listMemberInquiries: Handler<'GET /v1/inquiry/customer/list'> = async (ctx, { page, per_page }) => {
  const [total, rows] = await Promise.all([
    ctx.db.$count(inquiry, own(ctx)),
    ctx.db
      .select({ row: inquiry, answered_at })
      .from(inquiry)
      .where(own(ctx))
      .orderBy(desc(inquiry.id))
      .limit(per_page)
      .offset((page - 1) * per_page),
  ])
  return { items: rows.map((one) => shown({ ...one.row, answered_at: one.answered_at })), total, page, per_page }
}

/** One inquiry with the shop's answers. @throws ShopError 404 */
export const showMemberInquiry: Handler<'GET /v1/inquiry/customer/detail/{inquiry_no}'> = async (
  ctx,
  { inquiry_no },
) => {
  const [found] = await ctx.db
    .select({ row: inquiry, answered_at })
    .from(inquiry)
    .where(and(own(ctx), eq(inquiry.inquiry_no, inquiry_no)))
  if (!found) throw notFound()
  const messages = await ctx.db
    .select()
    .from(inquiry_message)
    .where(
      and(
        eq(inquiry_message.shop_id, ctx.shop_id),
        eq(inquiry_message.inquiry_id, found.row.id),
        ne(inquiry_message.direction, 'note'),
      ),
    )
    .orderBy(asc(inquiry_message.id))
    .limit(500)
  return {
    ...shown({ ...found.row, answered_at: found.answered_at }),
    messages: messages.map(({ direction, channel, body, created_at }) => ({
      is_from_shop: direction === 'out',
      channel: channel as 'mail',
      body,
      created_at: created_at.toISOString(),
    })),
    next_status_ids: [...inquiryStatesAfter('customer', found.row.inquiry_status_id as InquiryStatusId)],
  }
}
