import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { recordPrices } from '../../price-history/index.ts'
import { lockCatalogue } from '../internal/load-product.ts'
import { setsContainingSkus } from '../internal/set-failures.ts'
import { publicationObstacles } from '../rules/check-product.ts'
import { selectedProductConditions, skusOnSaleCountSql } from './list-products.ts'

const MOST = 1000

/**
 * 公開・非公開 for selected products, or all that match the filters. Products that can't be shown yet stay hidden and are
 * counted.
 */
export const setProductVisibility: AdminHandler<'POST /admin/v1/products/visibility'> = (ctx, { chosen, visible }) =>
  ctx.db.transaction(async (tx) => {
    await lockCatalogue(tx, ctx.shop_id)
    const found = await tx
      .select({
        id: product.id,
        product_name: product.product_name,
        on_sale: skusOnSaleCountSql,
      })
      .from(product)
      .where(and(...selectedProductConditions(ctx, chosen), ne(product.visible, visible)))
      .orderBy(asc(product.id))
      .limit(MOST + 1)
    if (found.length > MOST)
      throw new ShopError(
        409,
        'ERROR_TOO_MANY',
        `一度に変更できるのは${MOST.toLocaleString('ja-JP')}件までです。絞り込んでください。`,
      )
    const fit = visible ? found.filter((one) => publicationObstacles(one).length === 0) : found
    const ids = fit.map(({ id }) => id)
    if (ids.length > 0)
      await tx
        .update(product)
        .set({ visible, version: sql`${product.version} + 1` })
        .where(and(eq(product.shop_id, ctx.shop_id), inArray(product.id, ids)))
    await recordPrices(tx, ctx, ids)
    const change = { subject: 'product', before: { visible: !visible }, after: { visible } }
    for (const { id, product_name } of fit)
      await recordAudit(tx, ctx, { ...change, subject_id: id, subject_name: product_name })
    if (ids.length === 0) await recordAudit(tx, ctx, { subject: 'product', subject_id: '', subject_name: '対象なし' })
    return { ids, kept: found.length - ids.length, in_sets: visible ? 0 : await countInSets(tx, ctx.shop_id, ids) }
  })

/** How many of these products are sold as a part of sets. */
async function countInSets(db: Queryable, shop_id: number, ids: readonly number[]): Promise<number> {
  const skus = await db
    .select({ id: product_sku.id, product_id: product_sku.product_id })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), isAnyOfCondition(product_sku.product_id, ids), product_sku.visible))
  const sets = await setsContainingSkus(
    db,
    shop_id,
    skus.map(({ id }) => id),
  )
  const parts = new Set(
    sets
      .filter(({ sku, visible }) => sku.visible && visible)
      .flatMap(({ sku }) => sku.parts.map(({ product_sku_id }) => product_sku_id)),
  )
  return new Set(skus.filter(({ id }) => parts.has(id)).map(({ product_id }) => product_id)).size
}
