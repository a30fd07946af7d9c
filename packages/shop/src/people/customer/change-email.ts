import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { isUniqueViolation } from '@kushi/db/unique-violation'
import { normalizeEmail } from '@kushi/values/email'
import { userMessage } from '@kushi/values/user-message'
import { and, eq, isNull } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Handler, QueryContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { enqueueMail } from '../../messaging/message/index.ts'
import { publishEvent } from '../../messaging/webhook/index.ts'
import { invalidFields, notFound } from '../../shop-error.ts'
import {
  checkCurrentPassword,
  confirmDevice,
  consumeLinkToken,
  hashToken,
  invalidateLinkTokens,
  recordSecurityEvent,
} from '../session/index.ts'
import { issueEmailVerificationLink } from './internal/email-link.ts'
import {
  confirmEmailMail,
  emailChangedMail,
  emailChangeRequestedMail,
  emailRegisteredError,
  verifyEmailMail,
} from './internal/email-mails.ts'

/**
 * Confirms an e-mail by the link of a mail. The address becomes the verified e-mail of the member. After a change,
 * links in the old mailbox stop working.
 */
export const confirmEmailChange: Handler<'POST /v1/customer/email/confirm'> = async (ctx, { token }) => {
  await consumeLimit(ctx, 'one_time_token', { address: ctx.ip })
  const email = await ctx.db
    .transaction((tx) => confirm(tx, ctx, token))
    .catch((error) => {
      if (isUniqueViolation(error)) throw emailRegisteredError()
      throw error
    })
  return { email }
}

async function confirm(tx: Tx, ctx: QueryContext, token: string): Promise<string> {
  const { customer_id, email } = await consumeLinkToken(tx, ctx, 'change_email', token)
  const mine = and(eq(customer.id, customer_id), eq(customer.shop_id, ctx.shop_id))
  const [before] = await tx.select().from(customer).where(mine).for('no key update')
  const now = ctx.clock.now()
  await tx.update(customer).set({ email: email!, email_verified_at: now }).where(mine)
  if (email === before!.email) {
    await confirmDevice(tx, withMemberActor(ctx, customer_id), customer_id, 'mail')
    return email
  }
  await invalidateLinkTokens(tx, ctx, customer_id)
  await publishEvent(tx, { shop_id: ctx.shop_id, at: now }, 'customer.changed', { customer_id })
  await recordSecurityEvent(withMemberActor(ctx, customer_id), 'email_changed', customer_id, tx)
  const mail = await emailChangedMail(tx, await loadShop({ db: tx, shop_id: ctx.shop_id }), before!)
  await enqueueMail(tx, ctx.shop_id, `email-changed:${hashToken(token).toString('hex')}`, mail, { customer_id })
  return email!
}

/** メールアドレスの変更: nothing changes until the link in the mail to the new address is opened. The old address is notified. */
export const requestEmailChange: Handler<'POST /v1/customer/email/change'> = async (ctx, input) => {
  const email = normalizeEmail(input.email)
  const member = await checkCurrentPassword(ctx, input.password, 'password')
  if (email === member.email)
    throw invalidFields([{ path: 'email', message_id: 'email_unchanged', message: userMessage('email_unchanged') }])
  await consumeLimit(ctx, 'email_change', { account: String(member.id), address: ctx.ip })
  const taken = and(eq(customer.shop_id, ctx.shop_id), eq(customer.email, email))
  if ((await ctx.db.$count(customer, taken)) > 0) throw emailRegisteredError()
  const seller = await loadShop(ctx)
  await ctx.db.transaction(async (tx) => {
    const { token, url } = await issueEmailVerificationLink(tx, ctx, member, email)
    const key = hashToken(token).toString('hex')
    const about = { customer_id: member.id }
    const toConfirm = await confirmEmailMail(tx, seller, member, email, url)
    await enqueueMail(tx, ctx.shop_id, `email-confirm:${key}`, toConfirm, about)
    await enqueueMail(tx, ctx.shop_id, `email-asked:${key}`, await emailChangeRequestedMail(tx, seller, member), about)
  })
  return { email }
}

/** Sends the link that verifies the registered e-mail again; not once it is verified. */
export const requestEmailVerification: Handler<'POST /v1/customer/email/verification'> = async (ctx) => {
  await consumeLimit(ctx, 'email_change', { account: String(ctx.customer_id), address: ctx.ip })
  await ctx.db.transaction((tx) => sendEmailVerification(tx, ctx, ctx.customer_id))
  return {}
}

/**
 * Sends the link that verifies the e-mail of a member. Returns false, and sends nothing, if it is verified already.
 * @throws ShopError 404
 */
export async function sendEmailVerification(tx: Tx, ctx: QueryContext, customer_id: number): Promise<boolean> {
  const mine = and(eq(customer.id, customer_id), eq(customer.shop_id, ctx.shop_id), isNull(customer.withdrawn_at))
  const [member] = await tx.select().from(customer).where(mine).for('no key update')
  if (!member) throw notFound()
  if (member.email_verified_at) return false
  const { token, url } = await issueEmailVerificationLink(tx, ctx, member)
  const mail = await verifyEmailMail(tx, await loadShop({ db: tx, shop_id: ctx.shop_id }), member, url)
  await enqueueMail(tx, ctx.shop_id, `email-verify:${hashToken(token).toString('hex')}`, mail, { customer_id })
  return true
}
