import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { isUniqueViolation } from '@kushi/db/unique-violation'
import { and, eq } from 'drizzle-orm'
import { asMember } from '../actor.ts'
import type { Context, Verb } from '../context.ts'
import { takeLimit } from '../limit/index.ts'
import { closeTokens, useToken } from '../one-time-token/index.ts'
import { deliverOutbox, enqueueMail } from '../outbox/index.ts'
import { hashToken, noteSecurity } from '../session/index.ts'
import { loadShop } from '../setting/index.ts'
import { announce } from '../webhook/index.ts'
import { emailChangedMail } from './internal/email-mails.ts'
import { emailRegistered } from './internal/email-registered.ts'

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
  const told = await emailChangedMail(tx, await loadShop({ db: tx, shop_id: ctx.shop_id }), before!)
  await enqueueMail(tx, ctx.shop_id, `email-changed:${hashToken(token).toString('hex')}`, told, { customer_id })
  return email!
}
