import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { QueryContext } from '../../context.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { enqueueMail } from '../../messaging/message/index.ts'
import { invalidateLinkTokens, newToken, recordSecurityEvent } from '../session/index.ts'
import { lineUnlinkedMail } from './internal/line-mails.ts'
import { invalidateLineLinkNonces } from './link-nonce.ts'

/**
 * Removes LINE from a member, with open requests to link one, and notifies them by mail. The caller has locked the
 * member.
 */
export async function removeLineLink(tx: Tx, ctx: QueryContext, customer_id: number): Promise<void> {
  const { shop_id } = ctx
  const mine = and(eq(customer.id, customer_id), eq(customer.shop_id, shop_id))
  await invalidateLinkTokens(tx, ctx, customer_id, 'link_line')
  await invalidateLineLinkNonces(tx, shop_id, customer_id)
  const [before] = await tx.select().from(customer).where(mine)
  if (!before?.line_id) return
  await tx.update(customer).set({ line_id: null }).where(mine)
  await recordSecurityEvent(ctx, 'line_unlinked', customer_id, tx)
  const mail = await lineUnlinkedMail(tx, await loadShop({ db: tx, shop_id }), before)
  await enqueueMail(tx, shop_id, `line-unlinked:${newToken()}`, mail, { customer_id })
}
