import type { Verb } from '../context.ts'
import { loadCustomer } from '../customer/load-customer.ts'
import { takeLimit } from '../limit/take.ts'
import { findToken, useToken } from '../one-time-token/use-token.ts'
import { deliverOutbox } from '../outbox/deliver-outbox.ts'
import { startSession } from '../session/start-session.ts'
import { identifyFriend } from './identify-line.ts'
import { lineAccountDifferent } from './line-errors.ts'
import { putLineId } from './put-line-id.ts'

/**
 * The link in the mail was opened. Only the LINE account that asked for it can use it: somebody who gave another one's
 * e-mail gains nothing when that one opens the link.
 */
export const confirmLink: Verb<'POST /v1/common/line-link/confirm'> = async (ctx, { token, line_access_token }) => {
  await takeLimit(ctx, 'one_time_token', { address: ctx.ip })
  // Before LINE is asked: an old link tells that it is old, whatever else is wrong.
  const asked = await findToken(ctx.db, ctx, 'link_line', token)
  const { line_id } = await identifyFriend(ctx, line_access_token)
  if (asked.line_id !== line_id) throw lineAccountDifferent()
  const { customer_id } = await ctx.db.transaction(async (tx) => {
    const used = await useToken(tx, ctx, 'link_line', token)
    await putLineId(tx, ctx, used.customer_id, line_id)
    return used
  })
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return {
    access_token: await startSession(ctx, customer_id, 'line'),
    customer: await loadCustomer(ctx, customer_id),
  }
}
