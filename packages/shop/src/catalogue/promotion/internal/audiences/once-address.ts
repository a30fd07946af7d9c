import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { orders } from '@kushi/db/schema/order'
import { promotion_use } from '@kushi/db/schema/promotion'
import { refersToCondition } from '@kushi/db/shop-scope'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { hashDestinationKeys, houseText, type PersonAddress } from '../../../../people/person/index.ts'
import {
  type AudienceFacts,
  NO_SAME_PERSON_ACCOUNTS,
  type PromotionAudienceRule,
  type PromotionOfferContext,
  usedAtAddressText,
} from './audience.ts'

interface DestinationPast extends AudienceFacts {
  /** null: too many addresses were asked for. */
  was_sent_here: boolean | null
  /** A keyed hash of the address. */
  address: string | null
}

/**
 * お届け先のご住所ごとに1回: once for each delivery address. It counts as used if anybody had it there, or the person in another
 * room of the house. Accounts in that house that may be the same person are doubts. A guest, who could ask for any
 * address, is told nothing.
 */
export const oncePerAddressAudience: PromotionAudienceRule<DestinationPast> = {
  async load({ ctx, askSamePerson, to }, rows) {
    if (to === undefined || ctx.customer_id === null) return () => ({ was_sent_here: false, address: null })
    const ids = rows.map(({ id }) => id)
    const keys = (await hashDestinationKeys(ctx, to))?.map((key) => `address:${key}`)
    const uses = keys ? await usesAt(ctx, keys, ids) : []
    const { certain, possible } = keys ? await askSamePerson() : NO_SAME_PERSON_ACCOUNTS
    const own = [ctx.customer_id, ...certain.map(({ customer_id }) => customer_id)]
    const others = possible.map(({ customer_id }) => customer_id)
    const inHouse = keys ? await usesInHouse(ctx, [...own, ...others], ids, to) : []
    return ({ id }) => {
      const hadInHouse = (customer_ids: readonly number[]) =>
        inHouse.some((use) => use.promotion_id === id && customer_ids.includes(use.customer_id))
      return {
        was_sent_here: keys ? uses.some(({ promotion_id }) => promotion_id === id) || hadInHouse(own) : null,
        address: keys?.[0] ?? null,
        doubts: possible.filter(({ customer_id }) => hadInHouse([customer_id])),
      }
    }
  },
  refuse({ promotion_name }, { was_sent_here }) {
    if (was_sent_here === null)
      return `${wrapInQuoteMarks(promotion_name)}は、いまお届け先のご住所を確かめられないため、適用されません。しばらくしてからお試しください。`
    return was_sent_here ? usedAtAddressText(promotion_name) : null
  },
  key: ({ address }) => address,
}

const usesAt = ({ db, shop_id }: PromotionOfferContext, keys: readonly string[], promotion_ids: readonly number[]) =>
  db
    .select({ promotion_id: promotion_use.promotion_id })
    .from(promotion_use)
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        inArray(promotion_use.promotion_id, [...promotion_ids]),
        inArray(promotion_use.person_key, [...keys]),
        isNull(promotion_use.released_at),
      ),
    )

/** A person has not had more than these at once. */
const MAX_USES = 500

/** Finds uses by these accounts whose orders went to the same house, in any room. */
async function usesInHouse(
  { db, shop_id }: PromotionOfferContext,
  customer_ids: readonly number[],
  promotion_ids: readonly number[],
  to: PersonAddress,
) {
  const house = houseText(to)
  if (house === null) return []
  const rows = await db
    .select({ promotion_id: promotion_use.promotion_id, customer_id: promotion_use.customer_id, order: orders })
    .from(promotion_use)
    .innerJoin(orders, refersToCondition(promotion_use.order_id, orders))
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        isAnyOfCondition(promotion_use.customer_id, customer_ids),
        isAnyOfCondition(promotion_use.promotion_id, promotion_ids),
        eq(promotion_use.is_counted, true),
        isNull(promotion_use.released_at),
      ),
    )
    .orderBy(desc(promotion_use.id))
    .limit(MAX_USES)
  return rows.filter(({ order }) => houseText(order) === house)
}
