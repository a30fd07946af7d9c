import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { isUniqueViolation } from '@kushi/db/unique-violation'
import { normalizeEmail } from '@kushi/values/email'
import { userMessage } from '@kushi/values/user-message'
import { and, eq, isNull } from 'drizzle-orm'
import { asMember } from '../../actor.ts'
import type { Context, Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { enqueueMail } from '../../messaging/message/index.ts'
import { announce } from '../../messaging/webhook/index.ts'
import { invalidFields, notFound } from '../../shop-error.ts'
import {
  checkCurrentPassword,
  consumeToken,
  hashToken,
  invalidateTokens,
  recordSecurityEvent,
} from '../session/index.ts'
import { issueEmailLink } from './internal/email-link.ts'
import {
  confirmEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
  emailRegistered,
  verifyEmailMail,
} from './internal/email-mails.ts'

/**
 * The link of a mail was opened: its address is the member's and verified. After a change, links in the old mailbox stop
 * working.
 */
export const confirmEmailChange: Handler<'POST /v1/customer/email/confirm'> = async (ctx, { token }) => {
  await consumeLimit(ctx, 'one_time_token', { address: ctx.ip })
  const email = await ctx.db
    .transaction((tx) => confirm(tx, ctx, token))
    .catch((error) => {
      if (isUniqueViolation(error)) throw emailRegistered()
      throw error
    })
  return { email }
}

async function confirm(tx: Tx, ctx: Context, token: string): Promise<string> {
  const { customer_id, email } = await consumeToken(tx, ctx, 'change_email', token)
  const mine = and(eq(customer.id, customer_id), eq(customer.shop_id, ctx.shop_id))
  const [before] = await tx.select().from(customer).where(mine).for('no key update')
  const now = ctx.clock.now()
  await tx.update(customer).set({ email: email!, email_verified_at: now }).where(mine)
  if (email === before!.email) return email
  await invalidateTokens(tx, ctx, customer_id)
  await announce(tx, { shop_id: ctx.shop_id, at: now }, 'customer.changed', { customer_id })
  await recordSecurityEvent(asMember(ctx, customer_id), 'email_changed', customer_id, tx)
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
  if ((await ctx.db.$count(customer, taken)) > 0) throw emailRegistered()
  const seller = await loadShop(ctx)
  await ctx.db.transaction(async (tx) => {
    const { token, url } = await issueEmailLink(tx, ctx, member, email)
    const key = hashToken(token).toString('hex')
    const about = { customer_id: member.id }
    const toConfirm = await confirmEmailMail(tx, seller, member, email, url)
    await enqueueMail(tx, ctx.shop_id, `email-confirm:${key}`, toConfirm, about)
    await enqueueMail(tx, ctx.shop_id, `email-asked:${key}`, await emailChangeAskedMail(tx, seller, member), about)
  })
  return { email }
}

/** Sends the link that verifies the registered e-mail again; not once it is verified. */
export const requestEmailVerification: Handler<'POST /v1/customer/email/verification'> = async (ctx) => {
  await consumeLimit(ctx, 'email_change', { account: String(ctx.customer_id), address: ctx.ip })
  await ctx.db.transaction((tx) => sendVerification(tx, ctx, ctx.customer_id))
  return {}
}

/** Returns whether the mail was sent. @throws ShopError 404 */
export async function sendVerification(tx: Tx, ctx: Context, customer_id: number): Promise<boolean> {
  const mine = and(eq(customer.id, customer_id), eq(customer.shop_id, ctx.shop_id), isNull(customer.withdrawn_at))
  const [member] = await tx.select().from(customer).where(mine).for('no key update')
  if (!member) throw notFound()
  if (member.email_verified_at) return false
  const { token, url } = await issueEmailLink(tx, ctx, member)
  const mail = await verifyEmailMail(tx, await loadShop({ db: tx, shop_id: ctx.shop_id }), member, url)
  await enqueueMail(tx, ctx.shop_id, `email-verify:${hashToken(token).toString('hex')}`, mail, { customer_id })
  return true
}
