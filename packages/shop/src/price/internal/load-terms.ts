import { sql } from 'drizzle-orm'
import type { RankOperation } from '../../setting/index.ts'
import type { DeliveryChoice } from '../rules/choose-delivery.ts'
import type { PaymentFee } from '../rules/price-state.ts'
import type { PriceContext } from './load-cart-lines.ts'

/** What the shop, the member's rank, delivery and payment add to a price. */
export interface PriceTerms extends RankOperation {
  delivery_free_amount: number | null
  /** Of the member who asks; null for a guest, without a rank, or where the member's rank is not to be used. */
  discount_rate: number | null
  /** Visible methods in their order. */
  deliveries: DeliveryChoice[]
  /** Empty: no fee. */
  payment_fees: PaymentFee[]
}

/** Where a parcel goes; the flat rate is for what is not known. */
export interface Destination {
  /** 1 to 47. */
  pref_id: number | undefined
  is_remote_island: boolean
}

/** All of it in one query; the fee of each method is that for the destination. `paymentMethodId`: null is cash on delivery; undefined: not chosen. */
export async function loadTerms(
  ctx: PriceContext,
  paymentMethodId: number | null | undefined,
  { pref_id, is_remote_island }: Destination,
): Promise<PriceTerms> {
  const fees =
    paymentMethodId === undefined
      ? sql`'[]'::json`
      : sql`(
          select coalesce(json_agg(json_build_object('from_amount', f.from_amount, 'fee', f.fee)), '[]')
          from shop_payment_fee f join shop_payment p on p.shop_id = f.shop_id and p.id = f.shop_payment_id
          where p.shop_id = s.id and p.visible and p.payment_method_id is not distinct from ${paymentMethodId}::int
        )`
  const { rows } = await ctx.db.execute(sql`
    select
      s.delivery_free_amount, s.customer_rank_use_flag,
      s.customer_rank_operation_start_date, s.customer_rank_operation_end_date,
      (
        select r.discount_rate from customer c join customer_rank r on r.id = c.customer_rank_id and r.shop_id = s.id
        where c.id = ${ctx.customer_id}::bigint and c.shop_id = s.id and c.rank_use_flag
      ) as discount_rate,
      (
        select coalesce(json_agg(json_build_object(
          'id', d.id, 'mail_delivery_flag', d.mail_delivery_flag, 'max_weight_g', d.max_weight_g,
          'flat_rate_delivery_fee', coalesce(
            (
              select f.fee from delivery_prefecture_fee f
              where f.shop_id = d.shop_id and f.delivery_id = d.id and f.pref_id = ${pref_id ?? null}::int
            ),
            d.flat_rate_delivery_fee
          ) + case when ${is_remote_island} then d.island_surcharge else 0 end
        ) order by d.sort_no, d.id), '[]')
        from delivery d where d.shop_id = s.id and d.visible
      ) as deliveries,
      ${fees} as payment_fees
    from shop s where s.id = ${ctx.shop_id}`)
  const terms = rows[0] as PriceTerms | undefined
  if (!terms) throw new Error(`no shop ${ctx.shop_id}`)
  return terms
}
