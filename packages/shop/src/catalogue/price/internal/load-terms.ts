import { customer } from '@kushi/db/schema/customer'
import { customer_rank } from '@kushi/db/schema/shop'
import { refersToCondition } from '@kushi/db/shop-scope'
import { preparedStatement } from '@kushi/db/statement'
import type { FirstPriceAudience } from '@kushi/values/person'
import type { PaymentFee } from '@kushi/values/price-terms'
import { and, eq, sql } from 'drizzle-orm'
import { isRankActive, type RankOperation } from '../../../foundation/setting/index.ts'
import type { DeliveryTerms } from '../rules/delivery-fees.ts'
import { batchConcurrentQueries } from './batch-queries.ts'
import type { PriceContext } from './load-cart-items.ts'

/** The shop's delivery methods and fees, the same for every buyer and destination. */
export interface ShopPriceTerms extends RankOperation, DeliveryTerms {
  first_price_audience: FirstPriceAudience
  /** Percent that promotions together take off an item at most. */
  most_promotion_rate: number
  point_flag: boolean
  point_rate: number
  point_least: number
  point_most_rate: number
  /** Fees of visible payment methods. */
  payment_fees: (PaymentFee & { payment_method_id: number | null })[]
}

/** Loads the price terms of the shop in one query, or returns them from the process's cache. */
export function loadShopPriceTerms(ctx: Pick<PriceContext, 'db' | 'shop_id' | 'cache'>): Promise<ShopPriceTerms> {
  return ctx.cache ? ctx.cache.get(`price terms of ${ctx.shop_id}`, () => query(ctx)) : query(ctx)
}

async function query({ db, shop_id }: Pick<PriceContext, 'db' | 'shop_id'>): Promise<ShopPriceTerms> {
  const { rows } = await db.execute(sql`
    select
      s.delivery_free_amount, s.delivery_free_after_promotions, s.delivery_free_includes_cool, s.most_promotion_rate, s.first_price_audience,
      s.point_flag, s.point_rate, s.point_least, s.point_most_rate,
      s.customer_rank_use_flag,
      s.customer_rank_operation_start_date, s.customer_rank_operation_end_date,
      (
        select coalesce(json_agg(json_build_object(
          'id', d.id, 'mail_delivery_flag', d.mail_delivery_flag, 'max_weight_g', d.max_weight_g,
          'flat_rate_delivery_fee', d.flat_rate_delivery_fee, 'island_surcharge', d.island_surcharge,
          'cool_fee', d.cool_fee,
          'prefecture_fees', (
            select coalesce(json_object_agg(f.pref_id, f.fee), '{}')
            from delivery_prefecture_fee f where f.shop_id = d.shop_id and f.delivery_id = d.id
          ),
          'prefecture_cool_fees', (
            select coalesce(json_object_agg(f.pref_id, f.fee), '{}')
            from delivery_cool_fee f where f.shop_id = d.shop_id and f.delivery_id = d.id
          )
        ) order by d.sort_no, d.id), '[]')
        from delivery d where d.shop_id = s.id and d.visible
      ) as deliveries,
      (
        select coalesce(json_agg(json_build_object(
          'payment_method_id', p.payment_method_id, 'from_amount', f.from_amount, 'fee', f.fee)), '[]')
        from shop_payment_fee f join shop_payment p on p.shop_id = f.shop_id and p.id = f.shop_payment_id
        where p.shop_id = s.id and p.visible
      ) as payment_fees
    from shop s where s.id = ${shop_id}`)
  const terms = rows[0] as ShopPriceTerms | undefined
  if (!terms) throw new Error(`no shop ${shop_id}`)
  return terms
}

/** Returns today's rank discount in percent by member; empty if the shop's ranks are not active. */
export async function loadDiscountRates(
  { db, shop_id, clock }: Pick<PriceContext, 'db' | 'shop_id' | 'clock'>,
  terms: RankOperation,
  customer_ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (customer_ids.length === 0 || !isRankActive(terms, clock.today())) return new Map()
  return ratesOf(db, shop_id, customer_ids)
}

const ratesOf = batchConcurrentQueries(async (db, shop_id, ids) => {
  const rows = await queryRates(db, { shop_id, ids })
  return new Map(rows.map((row) => [row.id, row.discount_rate]))
})

const queryRates = preparedStatement('discount_rates', (db) =>
  db
    .select({ id: customer.id, discount_rate: customer_rank.discount_rate })
    .from(customer)
    .innerJoin(customer_rank, refersToCondition(customer.customer_rank_id, customer_rank))
    .where(
      and(
        eq(customer.shop_id, sql.placeholder('shop_id')),
        // In a subquery the length of the array is unknown to the planner, so it does not plan the statement anew for
        // each length.
        sql`${customer.id} = any((select ${sql.placeholder('ids')}::bigint[])::bigint[])`,
      ),
    ),
)

/** The fees of a payment method. `paymentMethodId`: null is cash on delivery; undefined: not chosen. */
export const paymentFeesOf = (
  { payment_fees }: ShopPriceTerms,
  paymentMethodId: number | null | undefined,
): PaymentFee[] => payment_fees.filter(({ payment_method_id }) => payment_method_id === paymentMethodId)
