import type { Tx } from '@kushi/db/connect'
import type { Context } from '../../../context.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import { invalidateLinkTokens, issueLinkToken } from '../../session/index.ts'

/** Minutes for which the link that verifies the e-mail of a registration is valid. */
const VERIFY_MINUTES = 7 * 1440

/**
 * Issues the link that makes `email` the verified e-mail of the member: their new one, or the one they registered with.
 * An earlier link stops working.
 */
export async function issueEmailVerificationLink(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'shop_id' | 'settings'>,
  member: { id: number; email: string },
  email: string = member.email,
): Promise<{ token: string; url: string }> {
  await invalidateLinkTokens(tx, ctx, member.id, 'change_email')
  const about = { purpose: 'change_email', customer_id: member.id, email } as const
  const token = await issueLinkToken(tx, ctx, about, email === member.email ? VERIFY_MINUTES : undefined)
  return { token, url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/email-change?token=${token}` }
}
