import { randomBytes } from 'node:crypto'
import { hashPassword, verifyPassword } from '@kushi/db/password'
import { customer } from '@kushi/db/schema/customer'
import { userMessage } from '@kushi/values/user-message'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { loadCustomer } from '../customer/load-customer.ts'
import { normalizeEmail } from '../customer/rules/normalize-email.ts'
import { takeLimit } from '../limit/take.ts'
import { ShopError } from '../shop-error.ts'
import { startSession } from './start-session.ts'

/** Nobody's password, hashed at the first login at the going cost. */
let nobody: Promise<string> | undefined

/**
 * ログイン. An e-mail that nobody has takes as long as a wrong password: both verify a hash.
 * Not a 401, which would send a page that asks for login elsewhere to the login page.
 */
export const logIn: Verb<'POST /v1/common/login/customer/'> = async (ctx, input) => {
  const email = normalizeEmail(input.email)
  await takeLimit(ctx, 'login', { account: email, address: ctx.ip })
  nobody ??= hashPassword(randomBytes(32).toString('base64url'))
  const dummy = await nobody
  const [found] = await ctx.db
    .select({ id: customer.id, password_hash: customer.password_hash })
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.email, email)))
  const isRight = await verifyPassword(input.password, found?.password_hash ?? dummy)
  if (!found?.password_hash || !isRight) throw new ShopError(422, 'ERROR_LOGIN_FAILED', userMessage('login_failed'))
  return {
    access_token: await startSession(ctx, found.id, 'customer'),
    customer: await loadCustomer(ctx, found.id),
  }
}
