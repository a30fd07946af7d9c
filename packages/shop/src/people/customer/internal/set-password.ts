import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import { withMemberActor } from '../../../actor.ts'
import type { QueryContext } from '../../../context.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { enqueueMail, recipientColumns } from '../../../messaging/message/index.ts'
import { invalidateLineLinkNonces, removeLineLink } from '../../line/index.ts'
import { deleteMemberPasskeys } from '../../passkey/index.ts'
import {
  deleteConfirmedDevices,
  invalidateLinkTokens,
  newToken,
  recordSecurityEvent,
  revokeAllSessions,
} from '../../session/index.ts'
import { passwordChangedMail } from './reset-mail.ts'

/**
 * Sets a new password, ends the other sessions, invalidates links that were sent before and notifies the member. A
 * reset by mail verifies the e-mail, and also ends the current session, unlinks LINE and removes passkeys, because an
 * attacker may have added their own.
 */
export async function setPassword(
  tx: Tx,
  ctx: QueryContext,
  customerId: number,
  password_hash: string,
  event: 'password_changed' | 'password_reset',
): Promise<void> {
  const isReset = event === 'password_reset'
  const mine = and(eq(customer.id, customerId), eq(customer.shop_id, ctx.shop_id))
  const [member] = await tx
    .update(customer)
    .set({ password_hash, ...(isReset ? { email_verified_at: ctx.clock.now() } : {}) })
    .where(mine)
    .returning({ ...recipientColumns, name01: customer.name01, name02: customer.name02 })
  if (!member) throw new Error(`no member ${customerId} in shop ${ctx.shop_id}`)
  await revokeAllSessions(tx, ctx.clock, ctx.shop_id, customerId, isReset ? null : ctx.token_hash)
  await invalidateLinkTokens(tx, ctx, customerId)
  await invalidateLineLinkNonces(tx, ctx.shop_id, customerId)
  await deleteConfirmedDevices(tx, ctx, customerId, !isReset)
  const seller = await loadShop({ db: tx, shop_id: ctx.shop_id })
  const about = { customer_id: customerId }
  const changed = await passwordChangedMail(tx, seller, member)
  await enqueueMail(tx, ctx.shop_id, `password-changed:${newToken()}`, changed, about)
  await recordSecurityEvent(withMemberActor(ctx, customerId), event, customerId, tx)
  if (!isReset) return
  const own = { ...withMemberActor(ctx, customerId), customer_id: customerId }
  await deleteMemberPasskeys(tx, own)
  await removeLineLink(tx, own, customerId)
}
