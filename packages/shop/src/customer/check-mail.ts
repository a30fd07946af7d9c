import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { takeLimit } from '../limit/take.ts'
import { normalizeEmail } from './rules/normalize-email.ts'

/** Whether an e-mail is registered. Limited, because that is what a collector of addresses asks all day. */
export const checkMail: Verb<'POST /v1/common/mail/check'> = async (ctx, input) => {
  await takeLimit(ctx, 'mail_check', { address: ctx.ip })
  const [found] = await ctx.db
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.email, normalizeEmail(input.email))))
  return { is_registered: found !== undefined }
}
