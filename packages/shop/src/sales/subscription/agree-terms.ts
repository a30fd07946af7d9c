import { updateRows } from '@kushi/db/bulk-rows'
import { subscription } from '@kushi/db/schema/subscription'
import type { AnnouncedFees } from '@kushi/values/price-terms'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { betterPriceTerms, loadPriceBook } from '../../catalogue/price/index.ts'
import { type Context, contextInTransaction, type QueryContext } from '../../context.ts'
import {
  type LoadedSubscription,
  loadSubscriptionsWithDetails,
  type SubscriptionRow,
} from './internal/load-subscription.ts'
import { priceDeliveryFromBook, pricedSkuIds } from './internal/price-delivery.ts'
import { regularItems } from './rules/left-out.ts'

const BLOCK = 500

/**
 * Records the agreed terms of contracts that have none, because they began before the terms were recorded. Takes
 * today's terms, or the last confirmed delivery fee where that is lower. Costs one index lookup when nothing is
 * missing.
 */
export async function recordMissingAgreedTerms(ctx: Context): Promise<void> {
  while ((await agreeBlock(ctx)) === BLOCK);
}

function agreeBlock(ctx: Context): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const { shop_id, id, agreed_terms, summary_status } = subscription
    const rows = await tx
      .select()
      .from(subscription)
      .where(and(eq(shop_id, ctx.shop_id), isNull(agreed_terms), ne(summary_status, SUBSCRIPTION_STATUS.cancel)))
      .orderBy(asc(id))
      .limit(BLOCK)
      .for('update', { skipLocked: true })
    await refreshAgreedTerms(contextInTransaction(ctx, tx), rows, ({ delivery_fee }) => ({
      delivery_fee: delivery_fee > 0 ? delivery_fee : null,
      cool_fee: null,
      payment_fee: null,
    }))
    return rows.length
  })
}

/**
 * Sets the agreed terms of these contracts to today's terms, or to the fees that each member was told where those are
 * lower.
 */
export async function refreshAgreedTerms(
  ctx: QueryContext,
  rows: readonly SubscriptionRow[],
  toldOf: (row: SubscriptionRow) => AnnouncedFees,
): Promise<void> {
  if (rows.length === 0) return
  const all = (await loadSubscriptionsWithDetails(ctx, rows)).map(everyTime)
  const book = await loadPriceBook(
    { ...ctx, customer_id: null },
    { sku_ids: all.flatMap(pricedSkuIds), customer_ids: rows.map((row) => row.customer_id) },
  )
  const noted = all.map((one) => {
    const { agreed } = priceDeliveryFromBook(book, one)
    const { delivery_fee, cool_fee, payment_fee } = toldOf(one.row)
    const told = {
      ...agreed,
      ...(delivery_fee !== null && { delivery_fee }),
      ...(cool_fee !== null && { cool_fee }),
      ...(payment_fee !== null && { payment_fees: [{ from_amount: 0, fee: payment_fee }] }),
    }
    return { ...one.row, agreed_terms: { ...agreed, ...betterPriceTerms(agreed, told) } }
  })
  await updateRows(ctx.db, subscription, ctx.shop_id, noted, { key: ['id'], set: ['agreed_terms'] })
}

const everyTime = (one: LoadedSubscription): LoadedSubscription => ({
  ...one,
  items: regularItems(one.items),
  notes: { ...one.notes, promised_total: null },
})
