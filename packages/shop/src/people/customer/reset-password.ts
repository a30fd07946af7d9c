import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '@kushi/db/password'
import { customer } from '@kushi/db/schema/customer'
import { outbox } from '@kushi/db/schema/system'
import { normalizeEmail } from '@kushi/values/email'
import { and, eq } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { loadShop, shopUrl } from '../../foundation/setting/index.ts'
import { markOutboxWritten, recipientColumns } from '../../messaging/message/index.ts'
import {
  confirmDevice,
  consumeLinkToken,
  findLinkToken,
  hashToken,
  issueLinkToken,
  recordSecurityEvent,
} from '../session/index.ts'
import { requireAcceptablePassword } from './internal/password-failures.ts'
import { passwordResetMail } from './internal/reset-mail.ts'
import { setPassword } from './internal/set-password.ts'

/**
 * パスワードの再設定. The link works once. Every session ends, including those of someone who may have known the old password.
 */
export const confirmPasswordReset: Handler<'PATCH /v1/common/reset-password_confirm/'> = async (
  ctx,
  { token, password },
) => {
  await consumeLimit(ctx, 'one_time_token', { address: ctx.ip })
  // Checks the token first, because hashing a password is slow on purpose.
  await findLinkToken(ctx.db, ctx, 'reset_password', token)
  await requireAcceptablePassword(ctx, password)
  const hash = await hashPassword(password)
  await ctx.db.transaction(async (tx) => {
    const { customer_id } = await consumeLinkToken(tx, ctx, 'reset_password', token)
    await setPassword(tx, ctx, customer_id, hash, 'password_reset')
    await confirmDevice(tx, withMemberActor(ctx, customer_id), customer_id, 'mail')
  })
  return {}
}

/** Checks whether the link is still valid, before the member types a new password. */
export const verifyPasswordResetLink: Handler<'POST /v1/common/reset-password/verify'> = async (ctx, { token }) => {
  await consumeLimit(ctx, 'one_time_token', { address: ctx.ip })
  const { expires_at } = await findLinkToken(ctx.db, ctx, 'reset_password', token)
  return { is_valid: true, expires_at: expires_at.toISOString() }
}

/** No answer comes sooner: the few milliseconds by which a member's rows take longer than nobody's do not show. */
const EVEN_MS = 200

const unknownMember = { id: null, email: '', email_verified_at: null, name01: '', name02: '' }

/**
 * パスワード再設定のメール. Neither the response nor its time shows whether a member has this e-mail: for an unknown e-mail the
 * same rows are written, with a token of no member and a mail that counts as sent.
 */
export const requestPasswordReset: Handler<'POST /v1/common/reset-password/'> = async (ctx, input) => {
  const email = normalizeEmail(input.email)
  const even = sleep(EVEN_MS)
  await consumeLimit(ctx, 'password_reset', { account: email, address: ctx.ip })
  const seller = await loadShop(ctx)
  const [found] = await ctx.db
    .select({ id: customer.id, ...recipientColumns, name01: customer.name01, name02: customer.name02 })
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.email, email)))
  const { id: customer_id, ...member } = found ?? unknownMember
  await ctx.db.transaction(async (tx) => {
    const token = await issueLinkToken(tx, ctx, { purpose: 'reset_password', customer_id })
    const url = `${shopUrl(ctx.settings, ctx.shop_id)}/sh/passreset?token=${token}`
    const mail = await passwordResetMail(tx, seller, member, url)
    markOutboxWritten(ctx.shop_id)
    await tx.insert(outbox).values({
      shop_id: ctx.shop_id,
      kind: 'mail',
      dedupe_key: `reset-password:${hashToken(token).toString('hex')}`,
      payload: mail,
      sent_at: found ? null : ctx.clock.now(),
    })
  })
  await recordSecurityEvent(ctx, 'reset_asked', customer_id)
  await even
  return {}
}
