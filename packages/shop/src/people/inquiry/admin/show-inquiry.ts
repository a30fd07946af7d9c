import type { Queryable } from '@kushi/db/connect'
import { inquiry, inquiry_message, inquiry_photograph } from '@kushi/db/schema/inquiry'
import { operator } from '@kushi/db/schema/operator'
import type { InquiryStatusId } from '@kushi/values/inquiry-status'
import { and, asc, eq } from 'drizzle-orm'
import {
  type AdminHandler,
  canSeePersonalData,
  maskEmail,
  maskName,
  maskPhone,
  maskText,
  type OperatorContext,
} from '../../../foundation/admin/index.ts'
import { notFound } from '../../../shop-error.ts'
import { inquiryStatesAfter } from '../rules/inquiry-transition.ts'

export const showInquiry: AdminHandler<'GET /admin/v1/inquiries/{id}'> = (ctx, { id }) => inquiryDetail(ctx, ctx.db, id)

/** 写真 of an inquiry. They are personal data, so a role that may not see these gets none. */
export const listPhotographs: AdminHandler<'GET /admin/v1/inquiries/{id}/photographs'> = async (ctx, { id }) => {
  await inquiryDetail(ctx, ctx.db, id)
  if (!canSeePersonalData(ctx)) return { items: [] }
  const own = and(eq(inquiry_photograph.shop_id, ctx.shop_id), eq(inquiry_photograph.inquiry_id, id))
  const rows = await ctx.db.select().from(inquiry_photograph).where(own).orderBy(asc(inquiry_photograph.id))
  return { items: rows.map(({ content, ...row }) => ({ ...row, content: content.toString('base64') })) }
}

/** Loads one inquiry with its messages. @throws ShopError 404 for one of another shop, or an application (卸) */
export async function inquiryDetail(ctx: OperatorContext, db: Queryable, id: number) {
  const [[found], photograph_count, messages] = await Promise.all([
    db
      .select({ row: inquiry, operator_name: operator.name })
      .from(inquiry)
      .leftJoin(operator, eq(operator.id, inquiry.operator_id))
      .where(and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.id, id), eq(inquiry.kind, 'contact'))),
    db.$count(
      inquiry_photograph,
      and(eq(inquiry_photograph.shop_id, ctx.shop_id), eq(inquiry_photograph.inquiry_id, id)),
    ),
    db
      .select({ message: inquiry_message, operator_name: operator.name })
      .from(inquiry_message)
      .innerJoin(operator, eq(operator.id, inquiry_message.operator_id))
      .where(and(eq(inquiry_message.shop_id, ctx.shop_id), eq(inquiry_message.inquiry_id, id)))
      .orderBy(asc(inquiry_message.id))
      .limit(500),
  ])
  if (!found) throw notFound()
  const { row, operator_name } = found
  const isOpen = canSeePersonalData(ctx)
  return {
    ...row,
    operator_name,
    name: isOpen ? row.name : maskName(row.name),
    name_kana: isOpen ? row.name_kana : maskName(row.name_kana),
    email: isOpen ? row.email : maskEmail(row.email),
    phone_number: isOpen ? row.phone_number : maskPhone(row.phone_number),
    content: isOpen ? row.content : maskText(row.content),
    has_line: row.line_id !== null,
    photograph_count,
    waiting_since: row.waiting_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    messages: messages.map(({ message, operator_name: by }) => ({
      ...message,
      body: isOpen ? message.body : maskText(message.body),
      direction: message.direction as 'in',
      channel: message.channel as 'mail' | null,
      operator_name: by,
      created_at: message.created_at.toISOString(),
    })),
    next_status_ids: [...inquiryStatesAfter('operator', row.inquiry_status_id as InquiryStatusId)],
  }
}
