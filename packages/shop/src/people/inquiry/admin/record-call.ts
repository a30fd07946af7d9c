import { randomUUID } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { normalizeEmail } from '@kushi/values/email'
import { INQUIRY_STATUS, INQUIRY_TYPE } from '@kushi/values/inquiry-status'
import { and, eq, isNull } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound } from '../../../shop-error.ts'
import { makeInquiryNo } from '../internal/receive-inquiry.ts'
import { requireInquiryCategoryName } from '../send-inquiry.ts'

/**
 * 電話の記録: what a customer asked by phone, as an inquiry of the operator who took the call. Sends nothing. Who called
 * has agreed to no terms.
 */
export const recordCall: AdminHandler<'POST /admin/v1/inquiries'> = async (ctx, { is_waiting, email, ...call }) => {
  const inquiry_category = await requireInquiryCategoryName(ctx, call.inquiry_category_id)
  const now = ctx.clock.now()
  const { customer_id } = call
  return ctx.db.transaction(async (tx) => {
    if (customer_id !== null) {
      const here = and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, customer_id), isNull(customer.withdrawn_at))
      const [member] = await tx.select({ id: customer.id }).from(customer).where(here).for('key share')
      if (!member) throw notFound()
    }
    const [added] = await tx
      .insert(inquiry)
      .values({
        ...call,
        shop_id: ctx.shop_id,
        kind: 'contact',
        inquiry_no: makeInquiryNo(ctx.clock.today()),
        inquiry_type_id: INQUIRY_TYPE.phone,
        inquiry_status_id: is_waiting ? INQUIRY_STATUS.open : INQUIRY_STATUS.done,
        waiting_since: is_waiting ? now : null,
        inquiry_category,
        name_kana: '',
        email: normalizeEmail(email),
        operator_id: ctx.operator.id,
        terms_version: '',
        idempotency_key: randomUUID(),
        request_digest: '',
        created_at: now,
        updated_at: now,
      })
      .returning()
    const { id, inquiry_no, inquiry_type_id, inquiry_status_id } = added!
    await recordAudit(tx, ctx, {
      subject: 'inquiry',
      subject_id: id,
      subject_name: inquiry_no,
      after: { inquiry_type_id, inquiry_status_id, customer_id },
    })
    return { id, inquiry_no }
  })
}
