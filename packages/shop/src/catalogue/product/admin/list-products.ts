import { productList } from '@kushi/contract/admin/product'
import { category, product } from '@kushi/db/schema/product'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { normalizeForSearch } from '@kushi/values/normalize-for-search'
import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  listFilterConditions,
  loadListPage,
  type OperatorContext,
  rowCounter,
  startsWithCondition,
} from '../../../foundation/admin/index.ts'
import { thumbnailUrl } from '../internal/picture.ts'
import { publicationObstacles } from '../rules/check-product.ts'

interface Row {
  id: number
  product_name: string
  category_name: string
  path: string | null
  sale_type: number
  visible: boolean
  price_min: number | null
  price_max: number | null
  stock: number
  on_sale: number
  is_out: boolean
  is_low: boolean
}

/** 商品一覧, with the prices and the stock of the SKUs on sale. */
export const listAllProducts: AdminHandler<'GET /admin/v1/products'> = async (ctx, query) => {
  const page = await loadListPage<typeof productList, Row>(productList, query, {
    ...productListSource(ctx),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({
          id: product.id,
          product_name: product.product_name,
          category_name: category.category_name,
          sale_type: product.sale_type,
          visible: product.visible,
          path: sql<string | null>`(select i.path from product_image i where i.shop_id = ${product.shop_id}
            and i.product_id = ${product.id} order by i.sort_no limit 1)`,
          price_min: ofSkus<number | null>(sql`min(s.price)`),
          price_max: ofSkus<number | null>(sql`max(s.price)`),
          stock: ofSkus<number>(sql`coalesce(sum(${stock}), 0)::int`),
          on_sale: skusOnSaleCountSql,
          is_out: ofSkus<boolean>(sql`coalesce(bool_or(${out}), false)`),
          is_low: ofSkus<boolean>(sql`coalesce(bool_or(${low}), false)`),
          sort_value,
        })
        .from(product)
        .innerJoin(category, sql`${category.shop_id} = ${product.shop_id} and ${category.id} = ${product.category_id}`)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
    count: rowCounter(ctx.db, product),
  })
  return {
    ...page,
    items: page.items.map(({ path, is_out, is_low, ...row }) => ({
      ...row,
      picture: thumbnailUrl(ctx, path),
      stock_state: is_out ? ('out' as const) : is_low ? ('low' as const) : ('in_stock' as const),
      obstacles: publicationObstacles(row),
    })),
  }
}

type ProductSelection = { ids: number[] } | { filter: Record<string, unknown> & { q?: string } }

/** The selected products, or all that match the filters and search of the list. */
export const selectedProductConditions = (ctx: OperatorContext, chosen: ProductSelection): SQL[] => {
  const source = productListSource(ctx)
  if ('ids' in chosen) return [source.where, inArray(product.id, chosen.ids)]
  const { filter } = chosen
  return [source.where, ...listFilterConditions(productList, filter, source)]
}

export const productListSource = (ctx: OperatorContext) => ({
  where: eq(product.shop_id, ctx.shop_id),
  id: product.id,
  sorts: { sort_no: product.sort_no, product_name: product.product_name, id: product.id },
  filters: {
    category: product.category_id,
    sale_type: product.sale_type,
    visible: product.visible,
    stock: (asked: string[]) =>
      hasSku(sql.join([asked.includes('out') ? out : sql`false`, asked.includes('low') ? low : sql`false`], sql` or `)),
    price: ({ from, to }: { from?: number; to?: number }) =>
      sql`${product.id} in (select s.product_id from product_sku s where s.shop_id = ${ctx.shop_id} and s.visible
        and s.price between ${from ?? 0} and ${to ?? 2_147_483_647})`,
  },
  search: (words: string): SQL =>
    or(
      sql`strpos(lower(${product.product_name}), lower(${words})) > 0`,
      sql`strpos(${product.search_name}, nullif(${normalizeForSearch(words)}, '')) > 0`,
      sql`${product.id} = any(array(select s.product_id from product_sku s where s.shop_id = ${ctx.shop_id}
        and ${startsWithCondition(sql`lower(s.product_code)`, words.toLowerCase())}))`,
    )!,
})

const stock = sellableStockSql('s')
const out = sql`${stock} <= 0`
const low = sql`(${stock} > 0 and ${stock} <= s.low_stock)`
// Table names are written out, because Drizzle omits them in a query of one table.
const onSale = sql`from product_sku s where s.shop_id = product.shop_id and s.product_id = product.id and s.visible`
const ofSkus = <T>(what: SQL) => sql<T>`(select ${what} ${onSale})`
/** How many SKUs of a product are on sale. */
export const skusOnSaleCountSql = ofSkus<number>(sql`count(*)::int`)
const hasSku = (condition: SQL) => sql`exists (select ${onSale} and (${condition}))`
