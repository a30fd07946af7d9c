import { customer } from '@kushi/db/schema/customer'
import { normalizeEmail } from '@kushi/values/email'
import { and, eq, ne } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { lineLinkedElsewhereError } from '../line/index.ts'

/**
 * Whether an e-mail is registered. Rate limited, because this call reveals registered addresses to collectors.
 * @throws ShopError ERROR_USER_CUSTOMER_LINE_EXISTS when the LINE account belongs to another member
 */
export const checkEmailRegistered: Handler<'POST /v1/common/mail/check'> = async (ctx, input) => {
  await consumeLimit(ctx, 'mail_check', { address: ctx.ip, user_agent: ctx.user_agent })
  const email = normalizeEmail(input.email)
  const inShop = eq(customer.shop_id, ctx.shop_id)
  if (input.line_id !== undefined) {
    const others = and(inShop, eq(customer.line_id, input.line_id), ne(customer.email, email))
    if ((await ctx.db.$count(customer, others)) > 0) throw lineLinkedElsewhereError()
  }
  const [found] = await ctx.db
    .select({ id: customer.id })
    .from(customer)
    .where(and(inShop, eq(customer.email, email)))
  return { is_registered: found !== undefined }
}
