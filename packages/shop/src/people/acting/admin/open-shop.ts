import { acting_session } from '@kushi/db/schema/acting'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import { notFound } from '../../../shop-error.ts'
import { addMemberNote } from '../../customer/index.ts'
import { hashToken, newToken, refuseBlockedMember } from '../../session/index.ts'

/** Time from pressing the button to opening the shop. */
const CODE_MS = 60_000

/**
 * 代理ログイン: returns a one-time link that opens the shop as this member. The code stands after `#`, so no server and no
 * log sees it, and the shop removes it from the address bar. The reason is saved as a note about the member, like the
 * reason of a block.
 * @throws ShopError 404 for a member who has left, 403 for a blocked member
 */
export const issueActingLink: AdminHandler<'POST /admin/v1/customers/{id}/acting'> = async (ctx, { id, reason }) => {
  const { shop_id, operator } = ctx
  const code = newToken()
  const created_at = ctx.clock.now()
  const code_expires_at = new Date(created_at.getTime() + CODE_MS)
  await ctx.db.transaction(async (tx) => {
    const [member] = await tx
      .select()
      .from(customer)
      .where(sameRowCondition(customer, { shop_id, id }))
      .for('key share')
    if (!member || member.withdrawn_at) throw notFound()
    await refuseBlockedMember(tx, shop_id, id)
    const own = { shop_id, customer_id: id, operator_id: operator.id, created_at }
    const times = { code_hash: hashToken(code), code_expires_at }
    await tx.insert(acting_session).values({ ...own, ...times, operator_session_id: operator.session_id })
    await addMemberNote(tx, ctx, id, `代理ログインの理由: ${reason}`)
    const named = { subject: 'customer', subject_id: id, subject_name: `会員 ${id}` }
    await recordAudit(tx, ctx, { ...named, after: { acting: 'asked', reason } })
  })
  const url = `${shopUrl(ctx.settings, shop_id)}/sh/acting#${code}`
  return { url, expires_at: code_expires_at.toISOString() }
}
