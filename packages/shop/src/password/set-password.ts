import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { closeTokens } from '../one-time-token/use-token.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { revokeAllSessions } from '../session/revoke-session.ts'
import { newToken } from '../session/token.ts'
import { loadShop } from '../setting/load-shop.ts'
import { passwordChangedMail } from './reset-mail.ts'

/**
 * A new password, and what follows: every session but `except` ends, links that were sent before open nothing any more,
 * and the member is told.
 */
export async function setPassword(
  tx: Tx,
  ctx: Context,
  customerId: number,
  password_hash: string,
  except: Buffer | null,
): Promise<void> {
  const [member] = await tx
    .update(customer)
    .set({ password_hash })
    .where(and(eq(customer.id, customerId), eq(customer.shop_id, ctx.shop_id)))
    .returning({ email: customer.email, name01: customer.name01, name02: customer.name02 })
  if (!member) throw new Error(`no member ${customerId} in shop ${ctx.shop_id}`)
  await revokeAllSessions(tx, ctx.clock, ctx.shop_id, customerId, except)
  await closeTokens(tx, ctx, customerId)
  const seller = await loadShop({ db: tx, shop_id: ctx.shop_id })
  await enqueueMail(tx, ctx.shop_id, `password-changed:${newToken()}`, passwordChangedMail(seller, member))
}
