import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { orders } from '@kushi/db/schema/order'
import { promotion_use } from '@kushi/db/schema/promotion'
import { addMonths, type CalendarDate } from '@kushi/values/calendar-date'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, desc, eq, inArray, isNull, notInArray, or } from 'drizzle-orm'
import type { AccountMatch } from '../../../../people/person/index.ts'
import { isOrderAwaitedSql } from '../order-awaited.ts'
import type { AudienceFacts, PromotionOfferContext, PromotionOfferRequest, PromotionRecord } from './audience.ts'

/** How a person has used a promotion so far, in any of their accounts. */
export interface PersonPromotionHistory extends AudienceFacts {
  /** When the person had it last, as far as it counts still; null: never. */
  last_used: Date | null
  /** 0: never. */
  last_use_id: number
  /** The person has ordered before, as far as the promotion asks. */
  has_ordered: boolean
  /** The use was in another account of the person. */
  is_elsewhere: boolean
  /** A key that all accounts of the person share; null: a guest. */
  person: string | null
}

/** The first day on which the promotion can be used again. */
export const usableAgainFrom = (last_used: Date, months: number): CalendarDate =>
  addMonths(timestampToJapanDate(last_used.getTime()), months)

/**
 * Loads the promotions that the person used, in any of their accounts, and those used by accounts that may be the same
 * person's.
 */
export async function loadPersonPromotionHistory(
  { ctx, askSamePerson }: PromotionOfferRequest,
  rows: readonly PromotionRecord[],
): Promise<(row: PromotionRecord) => PersonPromotionHistory> {
  const { certain, possible } = await askSamePerson()
  const mine: AccountMatch[] = ctx.customer_id === null ? [] : [{ customer_id: ctx.customer_id, kinds: [] }]
  const all = [...mine, ...certain, ...possible].map(({ customer_id }) => customer_id)
  const used = await usesOf(ctx, all, rows)
  const ordered = rows.some(({ audience }) => audience === 'new') ? await orderedOf(ctx, all) : []
  const ids = [...mine, ...certain].map(({ customer_id }) => customer_id)
  const today = ctx.clock.today()
  return ({ id, audience, again_after_months }) => {
    const usesOfAny = (accounts: readonly AccountMatch[]) =>
      used.filter(
        (use) => use.promotion_id === id && accounts.some(({ customer_id }) => customer_id === use.customer_id),
      )
    const counts = ({ created_at }: { created_at: Date }) =>
      again_after_months === null || today < usableAgainFrom(created_at, again_after_months)
    const hasUsed = (one: AccountMatch) => usesOfAny([one]).some(counts)
    const hasOrdered = ({ customer_id }: AccountMatch) => audience === 'new' && ordered.includes(customer_id)
    const hadIt = (one: AccountMatch) => hasUsed(one) || hasOrdered(one)
    const [last] = usesOfAny([...mine, ...certain])
    return {
      last_used: last && counts(last) ? last.created_at : null,
      last_use_id: last?.id ?? 0,
      has_ordered: [...mine, ...certain].some(hasOrdered),
      is_elsewhere: !mine.some(hadIt),
      person: ids.length > 0 ? `member:${Math.min(...ids)}` : null,
      matches: certain.filter(hadIt),
      doubts: possible.filter(hadIt),
    }
  }
}

const usesOf = ({ db, shop_id }: PromotionOfferContext, customer_ids: number[], rows: readonly PromotionRecord[]) =>
  db
    .select({
      id: promotion_use.id,
      promotion_id: promotion_use.promotion_id,
      customer_id: promotion_use.customer_id,
      created_at: promotion_use.created_at,
    })
    .from(promotion_use)
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        isAnyOfCondition(promotion_use.customer_id, customer_ids),
        eq(promotion_use.is_counted, true),
        isNull(promotion_use.released_at),
        inArray(
          promotion_use.promotion_id,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(desc(promotion_use.id))

async function orderedOf({ db, shop_id }: PromotionOfferContext, customer_ids: number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ customer_id: orders.customer_id })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, shop_id),
        isAnyOfCondition(orders.customer_id, customer_ids),
        or(notInArray(orders.status, ['payment_pending', 'payment_error', 'cancelled']), isOrderAwaitedSql),
      ),
    )
  return rows.map(({ customer_id }) => customer_id)
}
