import { customer } from '@kushi/db/schema/customer'
import { normalizeEmail } from '@kushi/values/email'
import { userMessage } from '@kushi/values/user-message'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { takeLimit } from '../limit/index.ts'
import { closeTokens, issueToken } from '../one-time-token/index.ts'
import { deliverOutbox, enqueueMail } from '../outbox/index.ts'
import { checkCurrentPassword, hashToken } from '../session/index.ts'
import { loadShop, shopUrl } from '../setting/index.ts'
import { invalidFields } from '../shop-error.ts'
import { confirmEmailMail, emailChangeAskedMail } from './internal/email-mails.ts'
import { emailRegistered } from './internal/email-registered.ts'

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
