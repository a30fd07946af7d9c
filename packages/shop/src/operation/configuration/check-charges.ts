import { product, product_sku } from '@kushi/db/schema/product'
import { self_check } from '@kushi/db/schema/self-check'
import { prefectures } from '@kushi/values/prefecture'
import { pricesAtQuantity } from '@kushi/values/quantity-price'
import { PROMOTION_CHECK_LABEL, type SelfCheckItem } from '@kushi/values/self-check'
import { and, asc, eq, gt } from 'drizzle-orm'
import { samplePostcode } from '../../catalogue/delivery/index.ts'
import { loadPriceBook, quoteFromBook } from '../../catalogue/price/index.ts'
import { loadShopFacts } from '../../catalogue/promise/index.ts'
import { findUnpublishablePromotions } from '../../catalogue/promotion/index.ts'
import type { Context } from '../../context.ts'
import { advertisedFreeFrom, chargeDifferences, type QuotedPurchase } from './rules/advertised-charges.ts'

/** Differences that are kept of one night; mended ones make room. */
const KEPT = 20

/**
 * Job: compares the charges that the shop's texts state with the real ones, without placing an order. Quotes sample
 * purchases for every prefecture, mainland and island, by each visible delivery and payment method. The samples are
 * single, 定期便 and yearly purchases, below and above free delivery. Also checks running promotions as if they were
 * published today. Saves the differences, which 今日 shows. Returns the number of compared purchases and the differences.
 */
export async function checkStatedCharges(ctx: Context): Promise<{ looked: number; items: SelfCheckItem[] }> {
  const facts = await loadShopFacts(ctx)
  const samples = await samplesOf(ctx, advertisedFreeFrom(facts))
  const book = await loadPriceBook(
    { ...ctx, customer_id: null },
    { sku_ids: samples.map(({ product_sku_id }) => product_sku_id), customer_ids: [] },
  )
  let looked = 0
  const found = new Map<string, SelfCheckItem>()
  for (const sample of samples)
    for (const method of facts.deliveries)
      for (const payment of facts.payments)
        for (const [n] of prefectures.entries())
          for (const is_remote_island of [false, true]) {
            const to = { pref_id: n + 1, is_remote_island }
            const postal_code = samplePostcode(to.pref_id, is_remote_island)
            if (postal_code === null) continue
            const { summary, cool_parcels } = quoteFromBook(book, null, {
              items: [sample],
              is_subscription: sample.plan !== 'once',
              delivery_id: method.id,
              payment_method_id: payment.payment_method_id,
              postal_code,
              pref_id: to.pref_id,
            })
            // Goods that do not fit go by another method, as the confirmation says.
            if (summary.delivery_id !== method.id) continue
            looked++
            const { delivery_name } = method
            const { payment_name } = payment
            const charged = { delivery_name, payment_name, to, cool_parcels, charged: summary }
            const purchase: QuotedPurchase = { ...sample, ...charged }
            for (const item of chargeDifferences(facts, purchase)) {
              const key = `${item.label} ${item.said} ${summary[sample.plan === 'yearly' ? 'subtotal' : 'delivery_fee']}`
              if (!found.has(key)) found.set(key, item)
            }
          }
  const forbidden = (await findUnpublishablePromotions(ctx)).map(({ row, why }) => ({
    subject: row.promotion_name,
    label: PROMOTION_CHECK_LABEL,
    is_met: false,
    said: row.promotion_name,
    fact: why,
  }))
  const items = [...forbidden, ...found.values()].slice(0, KEPT)
  await keep(ctx, looked, items)
  return { looked, items }
}

async function keep(ctx: Context, looked: number, items: SelfCheckItem[]): Promise<void> {
  const { db, shop_id, actor } = ctx
  const now = ctx.clock.now()
  await db.insert(self_check).values({ shop_id, kind: 'charges', looked, items, ...actor, created_at: now })
  if (items.length > 0) ctx.log.warn({ looked, differences: items.length }, 'what the shop says is not what it charges')
}

interface Sample extends Pick<QuotedPurchase, 'product_name' | 'plan' | 'goods'> {
  product_sku_id: number
  quantity: number
}

/** The samples of each plan: the cheapest goods, cooled and not, one piece and enough pieces for free delivery. */
async function samplesOf({ db, shop_id }: Context, free: number | null): Promise<Sample[]> {
  const rows = await db
    .select({ sku: product_sku, product })
    .from(product_sku)
    .innerJoin(product, and(eq(product.shop_id, product_sku.shop_id), eq(product.id, product_sku.product_id)))
    .where(and(eq(product_sku.shop_id, shop_id), product.visible, product_sku.visible, gt(product_sku.price, 0)))
    .orderBy(asc(product_sku.price), asc(product_sku.id))
  const plans: [QuotedPurchase['plan'], (row: (typeof rows)[number]) => boolean][] = [
    ['once', (row) => row.product.sale_type !== 2],
    ['subscription', (row) => row.product.sale_type > 1 && !row.product.lump_sum_payment_flag],
    ['yearly', (row) => row.product.sale_type > 1 && row.product.lump_sum_payment_flag],
  ]
  const kinds = plans.flatMap(([plan, isOf]) => [false, true].map((isCool) => ({ plan, isOf, isCool })))
  return kinds.flatMap(({ plan, isOf, isCool }) => {
    const first = rows.find((row) => isOf(row) && (row.sku.temperature !== 'normal') === isCool)
    if (!first) return []
    const { sku, product } = first
    const times = plan === 'yearly' ? (product.lump_sum_payment_num ?? 1) : 1
    const priceOf = (quantity: number) => {
      const { price, subscription_price, subscription_first_price } = pricesAtQuantity(sku, quantity)
      const following = plan === 'once' ? price : (subscription_price ?? price)
      return (plan === 'subscription' ? (subscription_first_price ?? following) : following) * times
    }
    const most = Math.max(1, Math.min(sku.sale_limit, 99))
    // Goods at ¥0 never reach it.
    const enough = free === null || priceOf(1) === 0 ? 1 : Math.min(most, Math.max(1, Math.ceil(free / priceOf(1))))
    return [...new Set([1, enough])].map((quantity) => ({
      product_sku_id: sku.id,
      product_name: product.product_name,
      plan,
      quantity,
      goods: priceOf(quantity) * quantity,
    }))
  })
}
