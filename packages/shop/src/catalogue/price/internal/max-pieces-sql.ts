import { product_sku } from '@kushi/db/schema/product'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * `maxPurchasePieces` of packages/values in a statement. The statement that changes a cart compares with it, which saves the
 * round trip that would read limit and stock first. `sale_limit` is at most 99 by the table's own check.
 */
export const maxPiecesSql = (
  { sale_limit, stock }: Record<'sale_limit' | 'stock', SQLWrapper> = {
    sale_limit: product_sku.sale_limit,
    stock: sellableStockSql(),
  },
): SQL => sql`least(${sale_limit}, ${stock})`
