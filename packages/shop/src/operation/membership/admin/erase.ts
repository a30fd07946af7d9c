import { customer } from '@kushi/db/schema/customer'
import { privacy_request } from '@kushi/db/schema/privacy'
import { and, eq } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { deleteFormerMemberCards } from '../forget-cards.ts'
import { endMembership } from '../internal/end-membership.ts'
import { eraseGuestRecords } from '../internal/erase-as-guest.ts'
import { eraseFormerMemberData } from '../internal/erase-traces.ts'
import { auditPrivacyRequest, lockPrivacyRequest } from './requests.ts'

/**
 * 削除: ends the membership if needed and erases the personal data from everything that is closed. Amounts, dates and
 * goods stay in the books. May be called again later for data that had to be kept. Guest records are erased only by the
 * first call, and only if the desk confirms that the e-mail is the member's own.
 * @throws ShopError 409 ERROR_PRIVACY_STATE before the identity is checked, ERROR_WITHDRAWAL_REFUSED while an order or a
 * prepaid or arranged delivery is open
 */
export const erasePersonalData: AdminHandler<'POST /admin/v1/privacy-requests/{id}/erase'> = async (ctx, input) => {
  const { id } = input
  const answer = await ctx.db.transaction(async (tx) => {
    const before = await lockPrivacyRequest(tx, ctx, id)
    if (before.kind !== 'erasure' || before.state !== 'working')
      throw new ShopError(409, 'ERROR_PRIVACY_STATE', 'ご本人の確認を済ませ、「対応中」にしてから消してください。')
    const { shop_id } = ctx
    const key = { shop_id, customer_id: before.customer_id }
    const [member] = await tx
      .select()
      .from(customer)
      .where(and(eq(customer.shop_id, shop_id), eq(customer.id, key.customer_id)))
    if (!member!.withdrawn_at) await endMembership(tx, ctx, key)
    const with_guest_records = input.with_guest_records && before.erased_at === null
    if (with_guest_records) await eraseGuestRecords(tx, member!)
    const done = await eraseFormerMemberData(tx, member!, ctx.clock.now())
    const [after] = await tx
      .update(privacy_request)
      .set({ erased_at: ctx.clock.now() })
      .where(and(eq(privacy_request.shop_id, shop_id), eq(privacy_request.id, id)))
      .returning()
    await auditPrivacyRequest(tx, ctx, after!, before, { with_guest_records })
    return done
  })
  ctx.afterwards(async () => void (await deleteFormerMemberCards(ctx)))
  return answer
}
