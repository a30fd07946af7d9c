import { delivery, delivery_lead, delivery_time, shop_payment, shop_payment_fee } from '@kushi/db/schema/delivery'
import { product, product_sku } from '@kushi/db/schema/product'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { customer_rank } from '@kushi/db/schema/shop'
import { paymentNameWithKind } from '@kushi/values/payment-method'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, asc, eq, gt, inArray, lte, max, ne, or, sql } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'
import { canBeginPayment } from '../../../ports/payment-ports.ts'
import { loadShopPriceTerms } from '../../price/index.ts'
import type { ReturnTerms, ShopFacts } from '../rules/facts.ts'
import { fillPromisesInText } from '../rules/render.ts'
import { returnNoteOfSet } from '../rules/terms.ts'

/** `ports` left out: every payment method that the shop shows, also one without a provider. */
export type FactsContext = Pick<QueryContext, 'db' | 'shop_id' | 'cache'> & {
  ports?: Pick<QueryContext['ports'], 'payment'>
}

/** The facts of the shop from its settings, once per process until the database reports a change. */
export async function loadShopFacts(ctx: FactsContext): Promise<ShopFacts> {
  const load = () => query(ctx)
  const facts = await (ctx.cache ? ctx.cache.get(`facts of ${ctx.shop_id}`, load) : load())
  const { ports } = ctx
  if (!ports) return facts
  return {
    ...facts,
    payments: facts.payments.filter(({ payment_method_id }) => canBeginPayment({ ports }, payment_method_id)),
  }
}

async function query(ctx: FactsContext): Promise<ShopFacts> {
  const shop = await loadCachedShop(ctx)
  const facts = {
    ...shop,
    price: await loadShopPriceTerms(ctx),
    deliveries: await deliveries(ctx),
    payments: await payments(ctx),
    has_subscriptions: (await ctx.db.$count(product, and(shown(ctx), gt(product.sale_type, 1)))) > 0,
    ranks: shop.customer_rank_use_flag ? await ranks(ctx) : [],
    rank_months: shop.customer_rank_months,
    return_notes: [],
    yearly: await yearly(ctx),
    ends: await ends(ctx),
    limits: await limits(ctx),
  }
  const notes = await returnNotes(ctx, shop)
  // A product's own terms may name the shop's.
  return {
    ...facts,
    return_notes: notes.map((one) => ({ ...one, return_note: fillPromisesInText(one.return_note, facts) })),
  }
}

const shown = ({ shop_id }: FactsContext) => and(eq(product.shop_id, shop_id), product.visible)

async function deliveries({ db, shop_id }: FactsContext): Promise<ShopFacts['deliveries']> {
  const methods = await db
    .select()
    .from(delivery)
    .where(and(eq(delivery.shop_id, shop_id), delivery.visible))
    .orderBy(asc(delivery.sort_no), asc(delivery.id))
  const times = await db
    .select()
    .from(delivery_time)
    .where(and(eq(delivery_time.shop_id, shop_id), eq(delivery_time.is_ended, false)))
    .orderBy(asc(delivery_time.sort_no), asc(delivery_time.id))
  const leads = await db
    .select()
    .from(delivery_lead)
    .where(eq(delivery_lead.shop_id, shop_id))
    .orderBy(asc(delivery_lead.pref_id))
  return methods.map(({ id, delivery_name, mail_delivery_flag }) => ({
    id,
    delivery_name,
    mail_delivery_flag,
    times: times.filter((one) => one.delivery_id === id).map((one) => one.delivery_time),
    leads: leads.filter((one) => one.delivery_id === id).map(({ pref_id, extra_days }) => ({ pref_id, extra_days })),
  }))
}

async function payments({ db, shop_id }: FactsContext): Promise<ShopFacts['payments']> {
  const methods = await db
    .select()
    .from(shop_payment)
    .where(and(eq(shop_payment.shop_id, shop_id), shop_payment.visible))
    .orderBy(asc(shop_payment.sort_no), asc(shop_payment.id))
  const fees = await db
    .select()
    .from(shop_payment_fee)
    .where(eq(shop_payment_fee.shop_id, shop_id))
    .orderBy(asc(shop_payment_fee.from_amount))
  return methods.map(
    ({ id, payment_method_id, payment_name, provider_name, max_amount, cumulative_limit, ...method }) => ({
      payment_method_id,
      pay_within_days: method.pay_within_days,
      for_subscriptions: method.for_subscriptions,
      payment_name: paymentNameWithKind(payment_method_id, payment_name),
      provider_name,
      max_amount,
      cumulative_limit,
      fees: fees.filter((one) => one.shop_payment_id === id).map(({ from_amount, fee }) => ({ from_amount, fee })),
    }),
  )
}

const ranks = ({ db, shop_id }: FactsContext) =>
  db
    .select({
      rank_name: customer_rank.rank_name,
      discount_rate: customer_rank.discount_rate,
      threshold_amount: customer_rank.threshold_amount,
    })
    .from(customer_rank)
    .where(eq(customer_rank.shop_id, shop_id))
    .orderBy(asc(customer_rank.sort_no), asc(customer_rank.id))

/** Products with their own return terms, and sets with such a part. */
async function returnNotes(ctx: FactsContext, terms: ReturnTerms): Promise<ShopFacts['return_notes']> {
  const { rows: parts } = await ctx.db.execute<{ set_id: number; product_name: string; return_note: string }>(sql`
    select distinct sku.product_id set_id, part.id, part.product_name, part.return_note from ${product_sku} sku
    cross join jsonb_array_elements(sku.parts) content
    join ${product_sku} inside on inside.shop_id = sku.shop_id and inside.id = (content ->> 'product_sku_id')::int
    join ${product} part on part.shop_id = inside.shop_id and part.id = inside.product_id
    where sku.shop_id = ${ctx.shop_id} and sku.parts <> '[]' and part.return_note <> '' order by part.id`)
  const partsOf = Map.groupBy(parts, ({ set_id }) => set_id)
  const rows = await ctx.db
    .select({ product_id: product.id, product_name: product.product_name, return_note: product.return_note })
    .from(product)
    .where(
      and(
        eq(product.shop_id, ctx.shop_id),
        product.visible,
        or(ne(product.return_note, ''), inArray(product.id, [...partsOf.keys()])),
      ),
    )
    .orderBy(asc(product.sort_no), asc(product.id))
    .limit(MAX_LISTED)
  return rows.map((row) => ({
    ...row,
    return_note: returnNoteOfSet(terms, row.return_note, partsOf.get(row.product_id) ?? []),
  }))
}

/** 公開の終わり, as planned. Its moment is the end of the last day, or the beginning of the day after. */
async function ends({ db, shop_id }: FactsContext): Promise<ShopFacts['ends']> {
  const rows = await db
    .select()
    .from(scheduled_change)
    .where(
      and(
        eq(scheduled_change.shop_id, shop_id),
        eq(scheduled_change.kind, 'visibility'),
        inArray(scheduled_change.state, ['planned', 'running']),
      ),
    )
    .orderBy(asc(scheduled_change.starts_at))
  return rows.flatMap(({ subject_id, after, starts_at, ends_at, state }) => {
    const end = after.visible === false ? (state === 'planned' ? starts_at : null) : ends_at
    return end ? [{ product_id: Number(subject_id), last_day: timestampToJapanDate(end.getTime() - 1) }] : []
  })
}

async function yearly(ctx: FactsContext): Promise<ShopFacts['yearly']> {
  const rows = await ctx.db
    .select({ product, price: product_sku.price, subscription_price: product_sku.subscription_price })
    .from(product)
    .innerJoin(product_sku, and(eq(product_sku.shop_id, product.shop_id), eq(product_sku.product_id, product.id)))
    .where(and(shown(ctx), product_sku.visible, product.lump_sum_payment_flag))
    .orderBy(asc(product.sort_no), asc(product.id), asc(product_sku.sort_no), asc(product_sku.id))
  const by = Map.groupBy(rows, (row) => row.product.id)
  return [...by.values()].slice(0, MAX_LISTED).map((skus) => {
    const { id, product_name, lump_sum_payment_num, lump_sum_rule, lump_sum_fee_rate } = skus[0]!.product
    const prices = [...new Set(skus.map(({ price, subscription_price }) => subscription_price ?? price))]
    return {
      product_id: id,
      product_name,
      lump_sum_payment_num: lump_sum_payment_num ?? 1,
      lump_sum_rule,
      lump_sum_fee_rate,
      prices,
    }
  })
}

/** A page names so many products at most. */
const MAX_LISTED = 50
/** The terms name the limit of a product that allows fewer pieces per order. */
const FEW = 3

async function limits(ctx: FactsContext): Promise<ShopFacts['limits']> {
  const most = max(product_sku.sale_limit)
  const rows = await ctx.db
    .select({ product_name: product.product_name, sale_limit: most })
    .from(product)
    .innerJoin(product_sku, and(eq(product_sku.shop_id, product.shop_id), eq(product_sku.product_id, product.id)))
    .where(and(shown(ctx), product_sku.visible))
    .groupBy(product.id, product.product_name, product.sort_no)
    .having(lte(most, FEW))
    .orderBy(asc(product.sort_no), asc(product.id))
    .limit(MAX_LISTED)
  return rows.map(({ product_name, sale_limit }) => ({ product_name, sale_limit: sale_limit! }))
}
