import { updateRows } from '@kushi/db/bulk-rows'
import { subscription } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { loadPriceBook, type PriceQuote } from '../../catalogue/price/index.ts'
import { type Context, within } from '../../context.ts'
import { type LoadedSubscription, withParts } from './internal/load-subscription.ts'
import { priceDeliveryFrom, pricedSkuIds } from './internal/price-delivery.ts'

const BLOCK = 500

/**
 * Notes the terms of contracts that have none: those from before they were kept, and those that moved in. They are today's,
 * with the fee of delivery that was last confirmed where that is lower. Nothing to note costs one look at an index.
 */
export async function agreeTerms(ctx: Context): Promise<void> {
  while ((await agreeBlock(ctx)) === BLOCK);
}

function agreeBlock(ctx: Context): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const inside = within(ctx, tx)
    const { shop_id, id, agreed_terms, summary_status } = subscription
    const rows = await tx
      .select()
      .from(subscription)
      .where(and(eq(shop_id, ctx.shop_id), isNull(agreed_terms), ne(summary_status, SUBSCRIPTION_STATUS.cancel)))
      .orderBy(asc(id))
      .limit(BLOCK)
      .for('update', { skipLocked: true })
    if (rows.length === 0) return 0
    const all = (await withParts(inside, rows)).map(everyTime)
    const book = await loadPriceBook(
      { ...inside, customer_id: null },
      { sku_ids: all.flatMap(pricedSkuIds), customer_ids: rows.map((row) => row.customer_id) },
    )
    const noted = all.map((one) => ({ ...one.row, agreed_terms: agreedAtMost(one, priceDeliveryFrom(book, one)) }))
    await updateRows(tx, subscription, ctx.shop_id, noted, { key: ['id'], set: ['agreed_terms'] })
    return rows.length
  })
}

const everyTime = (one: LoadedSubscription): LoadedSubscription => ({
  ...one,
  items: one.items.filter(({ only_cycle }) => only_cycle === null),
  notes: { ...one.notes, promised_total: null },
})

function agreedAtMost({ row }: LoadedSubscription, { agreed, summary }: PriceQuote) {
  const isLower = row.delivery_fee > 0 && row.delivery_fee < summary.delivery_fee
  return isLower ? { ...agreed, delivery_fee: row.delivery_fee } : agreed
}
