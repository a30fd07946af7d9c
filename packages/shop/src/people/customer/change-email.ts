import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { isUniqueViolation } from '@kushi/db/unique-violation'
import { normalizeEmail } from '@kushi/values/email'
import { userMessage } from '@kushi/values/user-message'
import { and, eq } from 'drizzle-orm'
import { asMember } from '../../actor.ts'
import type { Context, Verb } from '../../context.ts'
import { takeLimit } from '../../foundation/limit/index.ts'
import { loadShop, shopUrl } from '../../foundation/setting/index.ts'
import { deliverOutbox, enqueueMail } from '../../messaging/message/index.ts'
import { announce } from '../../messaging/webhook/index.ts'
import { invalidFields } from '../../shop-error.ts'
import { checkCurrentPassword, closeTokens, hashToken, issueToken, noteSecurity, useToken } from '../session/index.ts'
import { confirmEmailMail, emailChangeAskedMail, emailChangedMail, emailRegistered } from './internal/email-mails.ts'

/** Makes the new address the member's when they open its link. Links in the old mailbox stop working. */
export const confirmEmailChange: Verb<'POST /v1/customer/email/confirm'> = async (ctx, { token }) => {
  await takeLimit(ctx, 'one_time_token', { address: ctx.ip })
  const email = await ctx.db
    .transaction((tx) => confirm(tx, ctx, token))
    .catch((error) => {
      if (isUniqueViolation(error)) throw emailRegistered()
      throw error
    })
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return { email }
}

async function confirm(tx: Tx, ctx: Context, token: string): Promise<string> {
  const { customer_id, email } = await useToken(tx, ctx, 'change_email', token)
  const mine = and(eq(customer.id, customer_id), eq(customer.shop_id, ctx.shop_id))
  const [before] = await tx.select().from(customer).where(mine).for('no key update')
  await tx.update(customer).set({ email: email! }).where(mine)
  await closeTokens(tx, ctx, customer_id)
  await announce(tx, { shop_id: ctx.shop_id, at: ctx.clock.now() }, 'customer.changed', { customer_id })
  await noteSecurity(asMember(ctx, customer_id), 'email_changed', customer_id, tx)
  const mail = await emailChangedMail(tx, await loadShop({ db: tx, shop_id: ctx.shop_id }), before!)
  await enqueueMail(tx, ctx.shop_id, `email-changed:${hashToken(token).toString('hex')}`, mail, { customer_id })
  return email!
}

/** メールアドレスの変更: nothing changes until the link in the mail to the new address is opened. The old address is notified. */
export const requestEmailChange: Verb<'POST /v1/customer/email/change'> = async (ctx, input) => {
  const email = normalizeEmail(input.email)
  const member = await checkCurrentPassword(ctx, input.password, 'password')
  if (email === member.email)
    throw invalidFields([{ path: 'email', message_id: 'email_unchanged', message: userMessage('email_unchanged') }])
  await takeLimit(ctx, 'email_change', { account: String(member.id), address: ctx.ip })
  const taken = and(eq(customer.shop_id, ctx.shop_id), eq(customer.email, email))
  if ((await ctx.db.$count(customer, taken)) > 0) throw emailRegistered()
  const seller = await loadShop(ctx)
  await ctx.db.transaction(async (tx) => {
    await closeTokens(tx, ctx, member.id, 'change_email')
    const token = await issueToken(tx, ctx, { purpose: 'change_email', customer_id: member.id, email })
    const url = `${shopUrl(ctx.settings, ctx.shop_id)}/sh/email-change?token=${token}`
    const key = hashToken(token).toString('hex')
    const about = { customer_id: member.id }
    const toConfirm = await confirmEmailMail(tx, seller, member, email, url)
    await enqueueMail(tx, ctx.shop_id, `email-confirm:${key}`, toConfirm, about)
    await enqueueMail(tx, ctx.shop_id, `email-asked:${key}`, await emailChangeAskedMail(tx, seller, member), about)
  })
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return { email }
}
