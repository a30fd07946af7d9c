import { customer } from '@kushi/db/schema/customer'
import { INQUIRY_TYPE } from '@kushi/values/inquiry-status'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { identifyFriend } from '../line/index.ts'
import { receiveInquiry } from './internal/receive-inquiry.ts'
import { categoryName } from './send-inquiry.ts'

/**
 * LINEからのお問い合わせ: confirms the receipt over LINE. A member also gets a copy by mail; others are answered only in the
 * LINE talk.
 */
export const sendLineInquiry: Verb<'POST /v1/inquiry/line/create'> = async (ctx, form) => {
  const { line_id, display_name } = await identifyFriend(ctx, form.line_access_token)
  const inquiry_category = await categoryName(ctx, form.inquiry_category_id)
  const [member] = await ctx.db
    .select()
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.line_id, line_id)))
  const asked = {
    kind: 'contact',
    inquiry_type_id: INQUIRY_TYPE.line,
    line_id,
    inquiry_category_id: form.inquiry_category_id,
    inquiry_category,
    name: member ? `${member.name01} ${member.name02}` : display_name,
    name_kana: member ? `${member.kana01} ${member.kana02}` : '',
    email: member?.email ?? '',
    phone_number: member?.phone_number ?? '',
    content: form.content,
    idempotency_key: form.idempotency_key,
  }
  return receiveInquiry({ ...ctx, customer_id: member?.id ?? null }, asked, {
    kind: 'line_inquiry_received',
    subject: 'LINEからのお問い合わせ',
    reply: () => `ご返信は、LINEのトークで「${display_name}」様へお願いします。`,
    facts: (row) => [
      ['お問い合わせの種類', inquiry_category],
      ['LINEの表示名', display_name],
      ['お問い合わせ内容', row.content],
    ],
  })
}
