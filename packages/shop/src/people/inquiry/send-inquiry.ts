import { customer } from '@kushi/db/schema/customer'
import { master_data } from '@kushi/db/schema/shop'
import { normalizeEmail } from '@kushi/values/email'
import { INQUIRY_TYPE } from '@kushi/values/inquiry-status'
import { fieldRuleMessage } from '@kushi/values/message'
import { and, eq } from 'drizzle-orm'
import type { Context, Handler } from '../../context.ts'
import { invalidFields } from '../../shop-error.ts'
import { identifyLineFriend } from '../line/index.ts'
import { receiveInquiry } from './internal/receive-inquiry.ts'

/**
 * LINEからのお問い合わせ: confirms the receipt over LINE. A member also gets a copy by mail; others are answered only in the
 * LINE talk.
 */
export const sendLineInquiry: Handler<'POST /v1/inquiry/line/create'> = async (ctx, form) => {
  const { line_id, display_name } = await identifyLineFriend(ctx, form.line_access_token)
  const inquiry_category = await requireInquiryCategoryName(ctx, form.inquiry_category_id)
  const [member] = await ctx.db
    .select()
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.line_id, line_id)))
  const asked = {
    kind: 'contact' as const,
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

/** お問い合わせの送信, for members and guests. Saves the text exactly as typed. */
export const sendInquiry: Handler<'POST /v1/contact/complete/mail'> = async (ctx, form) => {
  const inquiry_category = await requireInquiryCategoryName(ctx, form.inquiry_category_id)
  const asked = {
    kind: 'contact' as const,
    inquiry_category_id: form.inquiry_category_id,
    inquiry_category,
    name: `${form.name01} ${form.name02}`,
    name_kana: `${form.kana01} ${form.kana02}`,
    email: normalizeEmail(form.email),
    phone_number: form.phone_number,
    content: form.content,
    idempotency_key: form.idempotency_key,
  }
  const photographs = (form.photographs ?? []).map(({ content }) => Buffer.from(content, 'base64'))
  return receiveInquiry(ctx, asked, {
    photographs,
    kind: 'inquiry_received',
    subject: 'お問い合わせ',
    reply: ({ email }) => `ご返信は ${email} へお願いします。`,
    facts: (row) => [
      ['お問い合わせの種類', inquiry_category],
      ['お名前', `${row.name}(${row.name_kana})`],
      ['メールアドレス', row.email],
      ['電話番号', row.phone_number],
      ['お問い合わせ内容', row.content],
      ['写真', photographs.length > 0 ? `${photographs.length}枚` : ''],
    ],
  })
}

/**
 * Returns the name of an inquiry category.
 * @throws ShopError 422 for an unknown category
 */
export async function requireInquiryCategoryName(ctx: Context, id: number): Promise<string> {
  const [row] = await ctx.db
    .select({ label: master_data.label })
    .from(master_data)
    .where(
      and(
        eq(master_data.shop_id, ctx.shop_id),
        eq(master_data.name, 'inquiry_category'),
        eq(master_data.id, id),
        eq(master_data.is_ended, false),
      ),
    )
  if (row) return row.label
  const text = fieldRuleMessage('cmn-err-002', 'お問い合わせの種類')
  throw invalidFields([{ path: 'inquiry_category_id', message_id: 'cmn-err-002', message: text }])
}
