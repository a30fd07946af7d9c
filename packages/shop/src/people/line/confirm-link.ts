import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Context, Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import {
  confirmDevice,
  consumeLinkToken,
  findLinkToken,
  loadCustomer,
  recordSecurityEvent,
  startSession,
} from '../session/index.ts'
import { identifyLineFriend } from './internal/identify-line.ts'
import { lineAccountDifferentError } from './internal/line-errors.ts'
import { linkLineAccount } from './internal/set-line-id.ts'

/**
 * Confirms the link from the mail. Only the LINE account that requested it can use it, or the recipient while logged
 * in: an attacker who enters another member's e-mail gains nothing when that member opens the link.
 */
export const confirmLineLink: Handler<'POST /v1/common/line-link/confirm'> = async (
  ctx,
  { token, line_access_token },
) => {
  await consumeLimit(ctx, 'one_time_token', { address: ctx.ip })
  // Checks the link before calling LINE, so that an expired link is reported as such.
  const asked = await findLinkToken(ctx.db, ctx, 'link_line', token)
  const line_id = await proven(ctx, asked, line_access_token)
  const { customer_id } = await ctx.db.transaction(async (tx) => {
    const used = await consumeLinkToken(tx, ctx, 'link_line', token)
    // Before the mail that tells of the link: the e-mail is verified, because this link was sent to it.
    await tx
      .update(customer)
      .set({ email_verified_at: ctx.clock.now() })
      .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, used.customer_id)))
    await linkLineAccount(tx, withMemberActor(ctx, used.customer_id), used.customer_id, line_id)
    return used
  })
  const access_token = await startSession(ctx, customer_id, 'line')
  await recordSecurityEvent(withMemberActor(ctx, customer_id), 'login', customer_id)
  await confirmDevice(ctx.db, withMemberActor(ctx, customer_id), customer_id, 'line')
  return { access_token, customer: await loadCustomer(ctx, customer_id) }
}

async function proven(
  ctx: Context,
  asked: { line_id: string | null; customer_id: number },
  line_access_token: string | undefined,
): Promise<string> {
  if (line_access_token === undefined) {
    if (asked.line_id === null || asked.customer_id !== ctx.customer_id) throw lineAccountDifferentError()
    return asked.line_id
  }
  const { line_id } = await identifyLineFriend(ctx, line_access_token)
  if (asked.line_id !== line_id) throw lineAccountDifferentError()
  return line_id
}
