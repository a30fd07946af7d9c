import { updateRows } from '@kushi/db/bulk-rows'
import { subscription } from '@kushi/db/schema/subscription'
import type { ToldFees } from '@kushi/values/price-terms'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { loadPriceBook, lowerTerms } from '../../catalogue/price/index.ts'
import { type Context, inTransaction } from '../../context.ts'
import { type LoadedSubscription, loadWithDetails, type SubscriptionRow } from './internal/load-subscription.ts'
import { priceDeliveryFrom, pricedSkuIds } from './internal/price-delivery.ts'

const BLOCK = 500

/**
 * Notes the terms of contracts that have none: those from before they were kept. They are today's, with the fee of
 * delivery that was last confirmed where that is lower. Nothing to note costs one look at an index.
 */
export async function agreeTerms(ctx: Context): Promise<void> {
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
    await refreshAgreedTerms(inTransaction(ctx, tx), rows, ({ delivery_fee }) => ({
      delivery_fee: delivery_fee > 0 ? delivery_fee : null,
      payment_fee: null,
    }))
    return rows.length
  })
}

/** Today's terms for these contracts, or what each was told where that is lower. */
export async function refreshAgreedTerms(
  ctx: Context,
  rows: readonly SubscriptionRow[],
  toldOf: (row: SubscriptionRow) => ToldFees,
): Promise<void> {
  if (rows.length === 0) return
  const all = (await loadWithDetails(ctx, rows)).map(everyTime)
  const book = await loadPriceBook(
    { ...ctx, customer_id: null },
    { sku_ids: all.flatMap(pricedSkuIds), customer_ids: rows.map((row) => row.customer_id) },
  )
  const noted = all.map((one) => {
    const { agreed } = priceDeliveryFrom(book, one)
    const { delivery_fee, payment_fee } = toldOf(one.row)
    const told = {
      ...agreed,
      ...(delivery_fee !== null && { delivery_fee }),
      ...(payment_fee !== null && { payment_fees: [{ from_amount: 0, fee: payment_fee }] }),
    }
    return { ...one.row, agreed_terms: { ...agreed, ...lowerTerms(agreed, told) } }
  })
  await updateRows(ctx.db, subscription, ctx.shop_id, noted, { key: ['id'], set: ['agreed_terms'] })
}

const everyTime = (one: LoadedSubscription): LoadedSubscription => ({
  ...one,
  items: one.items.filter(({ only_cycle }) => only_cycle === null),
  notes: { ...one.notes, promised_total: null },
})
