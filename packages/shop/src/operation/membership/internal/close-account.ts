import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { QueryContext } from '../../../context.ts'
import { unreachableEmail } from '../../../messaging/message/index.ts'
import { recordConsent } from '../../../people/customer/index.ts'
import { invalidateLinkTokens, revokeAllSessions } from '../../../people/session/index.ts'
import { endCartReminders } from '../../../sales/cart/index.ts'

type Member = typeof customer.$inferSelect

/**
 * Ends all sessions, adverts and links of a member and removes the personal data from the row. The caller has locked
 * the row and passes further columns to set.
 */
export async function closeMemberAccount(
  tx: Tx,
  ctx: QueryContext,
  member: Member,
  more: Pick<Partial<Member>, 'merged_into_id' | 'gmo_id'> = {},
): Promise<void> {
  const { shop_id, id: customer_id } = member
  const now = ctx.clock.now()
  await endCartReminders(tx, { shop_id, customer_id, updated_at: now })
  const silent = { mail_magazine_flag: false, line_magazine_flag: false }
  await recordConsent(tx, ctx, member, member, silent, 'withdrawal')
  await revokeAllSessions(tx, ctx.clock, shop_id, customer_id)
  await invalidateLinkTokens(tx, ctx, customer_id)
  await tx
    .update(customer)
    .set({ ...blankMember, ...silent, email: unreachableEmail(customer_id), withdrawn_at: now, ...more })
    .where(sameRowCondition(customer, member))
}

/**
 * Prefecture, kind of account, how they found the shop and the advert stay for statistics: none identifies a person.
 */
const blankMember = {
  name01: '',
  name02: '',
  kana01: '',
  kana02: '',
  phone_number: '',
  postal_code01: '',
  postal_code02: '',
  addr01: '',
  addr02: '',
  addr03: '',
  company_name: null,
  company_name_kana: null,
  manager_name: null,
  manager_name_kana: null,
  birthday: null,
  sex: null,
  password_hash: null,
  email_verified_at: null,
  line_id: null,
  approved_at: null,
  ad_user_id: null,
  customer_rank_id: null,
  idempotency_key: null,
  request_digest: null,
  mail_magazine_consented_at: null,
  line_magazine_consented_at: null,
}
