import { inquiry } from '@kushi/db/schema/inquiry'
import type { InquiryStatusId } from '@kushi/values/inquiry-status'
import { and, eq, or } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { notFound } from '../../shop-error.ts'
import { identifyLineAccount } from '../line/index.ts'
import { inquiryStatesAfter, isInquirySettled } from './rules/inquiry-transition.ts'

/**
 * A customer settles or reopens their own inquiry, identified as the member or by the LINE account. A state that may not
 * follow the current one, such as reopening an open inquiry, changes nothing.
 */
export const updateInquiryStatus: Handler<'PUT /v1/inquiry/customer/update/status'> = async (ctx, input) => {
  const line_id = input.line_access_token && (await identifyLineAccount(ctx, input.line_access_token)).line_id
  const own = [
    ...(ctx.customer_id === null ? [] : [eq(inquiry.customer_id, ctx.customer_id)]),
    ...(line_id ? [eq(inquiry.line_id, line_id)] : []),
  ]
  if (own.length === 0) throw notFound()
  const { inquiry_no, inquiry_status_id } = input
  const theirs = and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.inquiry_no, inquiry_no), or(...own))
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select({ status: inquiry.inquiry_status_id }).from(inquiry).where(theirs).for('update')
    if (!row) throw notFound()
    if (!inquiryStatesAfter('customer', row.status as InquiryStatusId).includes(inquiry_status_id))
      return { inquiry_no, inquiry_status_id: row.status }
    const now = ctx.clock.now()
    await tx
      .update(inquiry)
      .set({ inquiry_status_id, updated_at: now, waiting_since: isInquirySettled(inquiry_status_id) ? null : now })
      .where(theirs)
    return { inquiry_no, inquiry_status_id }
  })
}
