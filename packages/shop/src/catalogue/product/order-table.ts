import { product, product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { SALE_TYPE } from '@kushi/values/product'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { requirePriceAccess } from '../../people/customer/index.ts'
import { fewPiecesLeft } from './rules/stock-left.ts'

const MOST = 300

/** まとめて注文: every SKU that is sold once, in the shop's order, for members who order many at a time. */
export const listBulkOrderSkus: Handler<'GET /v1/product/order-table'> = async (ctx) => {
  await requirePriceAccess(ctx)
  const rows = await ctx.db
    .select({ sku: product_sku, stock: sellableStockSql(), product_name: product.product_name })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(
      and(
        eq(product_sku.shop_id, ctx.shop_id),
        eq(product_sku.visible, true),
        eq(product.visible, true),
        ne(product.sale_type, SALE_TYPE.subscription),
      ),
    )
    .orderBy(asc(product.sort_no), asc(product.id), asc(product_sku.sort_no), asc(product_sku.id))
    .limit(MOST)
  return {
    items: rows.map(({ sku, stock, product_name }) => ({
      ...sku,
      product_name,
      is_out_stock: stock <= 0,
      stock_left: fewPiecesLeft(stock),
    })),
  }
}
