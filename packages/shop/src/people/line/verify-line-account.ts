import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Handler } from '../../context.ts'
import { confirmDevice, loadCustomer, recordSecurityEvent, startSession } from '../session/index.ts'
import { identifyLineFriend } from './internal/identify-line.ts'

/** LINEアカウントでログイン: a session for the linked member, or just the LINE account when no member is linked. */
export const verifyLineAccount: Handler<'POST /v1/common/line-account/verify'> = async (ctx, { line_access_token }) => {
  const account = await identifyLineFriend(ctx, line_access_token)
  const [member] = await ctx.db
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.line_id, account.line_id)))
  if (!member) return { ...account, access_token: null, customer: null }
  const access_token = await startSession(ctx, member.id, 'line')
  await recordSecurityEvent(withMemberActor(ctx, member.id), 'login', member.id)
  await confirmDevice(ctx.db, withMemberActor(ctx, member.id), member.id, 'line')
  return { ...account, access_token, customer: await loadCustomer(ctx, member.id) }
}
