import { promotion_member } from '@kushi/db/schema/promotion'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { and, eq, inArray } from 'drizzle-orm'
import { type AudienceFacts, memberOnlyText, type PromotionAudienceRule } from './audience.ts'

interface ListedMember extends AudienceFacts {
  is_guest: boolean
  is_listed: boolean
}

/** 会員リスト. */
export const listedMembersAudience: PromotionAudienceRule<ListedMember> = {
  async load({ ctx: { db, shop_id, customer_id } }, rows) {
    if (customer_id === null) return () => ({ is_guest: true, is_listed: false })
    const found = await db
      .select({ id: promotion_member.promotion_id })
      .from(promotion_member)
      .where(
        and(
          eq(promotion_member.shop_id, shop_id),
          eq(promotion_member.customer_id, customer_id),
          inArray(
            promotion_member.promotion_id,
            rows.map(({ id }) => id),
          ),
        ),
      )
    const lists = found.map(({ id }) => id)
    return ({ id }) => ({ is_guest: false, is_listed: lists.includes(id) })
  },
  refuse({ promotion_name }, { is_guest, is_listed }) {
    if (is_guest) return memberOnlyText(promotion_name)
    return is_listed
      ? null
      : `${wrapInQuoteMarks(promotion_name)}は、ご案内をお送りした会員の方だけの特典のため、適用されません。`
  },
}
