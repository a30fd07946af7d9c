import { inquiry } from '@kushi/db/schema/inquiry'
import { and, eq, or } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { identifyLine } from '../line/identify-line.ts'
import { notFound } from '../shop-error.ts'

/** A customer says that their inquiry is settled, or is not after all. By whoever wrote it: the member, or the LINE account. */
export const updateInquiryStatus: Verb<'PUT /v1/inquiry/customer/update/status'> = async (ctx, input) => {
  const line_id = input.line_access_token && (await identifyLine(ctx, input.line_access_token)).line_id
  const own = [
    ...(ctx.customer_id === null ? [] : [eq(inquiry.customer_id, ctx.customer_id)]),
    ...(line_id ? [eq(inquiry.line_id, line_id)] : []),
  ]
  if (own.length === 0) throw notFound()
  const [changed] = await ctx.db
    .update(inquiry)
    .set({ inquiry_status_id: input.inquiry_status_id, updated_at: ctx.clock.now() })
    .where(and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.inquiry_no, input.inquiry_no), or(...own)))
    .returning({ inquiry_no: inquiry.inquiry_no, inquiry_status_id: inquiry.inquiry_status_id })
  if (!changed) throw notFound()
  return changed
}
