import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { category, product, product_image, product_sku } from '@kushi/db/schema/product'
import { SALE_TYPE } from '@kushi/values/product'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { loadShop, shopUrl } from '../../foundation/setting/index.ts'
import { selectDeliveryMethods } from '../delivery/index.ts'
import { deliveryMethodsWithFees, loadPriceBook, type PriceBook, quoteFromBook } from '../price/index.ts'
import { fillPromisesInText, loadShopFacts } from '../promise/index.ts'
import { visibleProductsSql } from './internal/product-rows.ts'
import { escapeXml, type GoogleItem, type GoogleShop, googleFeedItemXml } from './rules/google-item.ts'

/** Maximum SKUs in a feed. */
const MOST = 20_000
/** SKUs loaded at once. */
const PAGE = 500

/**
 * The goods for Google Merchant Center (RSS 2.0), as a stream. Goods sold only as 定期便 are left out, because Google
 * accepts subscription prices for goods only in the United States. Goods without a picture are left out too. null: the
 * shop sells only to approved accounts, so a visitor from a search could not buy.
 */
export async function googleFeed(ctx: Context): Promise<AsyncIterable<string> | null> {
  const { shop_name, corporate_flag } = await loadShop(ctx)
  if (corporate_flag) return null
  const { settings, shop_id } = ctx
  return write(ctx, { shop_name, url: shopUrl(settings, shop_id), image_api: settings.image_api })
}

async function* write(ctx: Context, shop: GoogleShop): AsyncGenerator<string> {
  const head = [`<title>${escapeXml(shop.shop_name)}</title>`, `<link>${escapeXml(`${shop.url}/sh/`)}</link>`]
  const description = `<description>${escapeXml(shop.shop_name)}の商品一覧</description>`
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${[...head, description].join('\n')}
`
  const ids = await idsOf(ctx)
  const methods = new Map((await selectDeliveryMethods(ctx)).map(({ id, delivery_name }) => [id, delivery_name]))
  if (ids.length > MOST) ctx.log.warn({ shop_id: ctx.shop_id, most: MOST }, 'the product feed leaves goods out')
  for (let from = 0; from < Math.min(ids.length, MOST); from += PAGE) {
    const items = await loadItems(ctx, ids.slice(from, Math.min(from + PAGE, MOST)), methods)
    yield items.map((item) => googleFeedItemXml(item, shop)).join('')
  }
  yield '</channel>\n</rss>\n'
}

/** SKU ids in the order of the product list; one more than the maximum if there are more. */
async function idsOf({ db, shop_id }: Context): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select s.id from (${visibleProductsSql(shop_id)}) shown
    join product_sku s on s.shop_id = ${shop_id} and s.product_id = shown.id and s.visible
    where shown.sale_type <> ${SALE_TYPE.subscription}
    order by shown.sort_no, shown.id, s.sort_no, s.id limit ${MOST + 1}`)
  return rows.map(({ id }) => id)
}

type MethodNames = ReadonlyMap<number, string>

async function loadItems(ctx: Context, ids: number[], methods: MethodNames): Promise<GoogleItem[]> {
  const book = await loadPriceBook(ctx, { sku_ids: ids, customer_ids: [] })
  const details = await loadDetails(ctx, ids)
  const facts = await loadShopFacts(ctx)
  return ids.flatMap((id) => {
    const row = details.get(id)
    const priced = row && priceOf(book, methods, id)
    return row && priced && row.pictures.length > 0
      ? [{ ...row, ...priced, description: fillPromisesInText(row.description, facts) }]
      : []
  })
}

/** The price for a guest who buys one piece; null: hidden meanwhile. */
function priceOf(book: PriceBook, methods: MethodNames, product_sku_id: number) {
  const { items, summary, cool_parcels } = quoteFromBook(book, null, {
    items: [{ product_sku_id, quantity: 1 }],
    is_subscription: false,
  })
  const [item] = items
  if (!item?.is_product_sku_valid) return null
  const { price, is_out_stock } = item
  const { delivery_fee, cool_fee, delivery_id } = summary
  const method = book.terms.deliveries.find(({ id }) => id === delivery_id)!
  const feesTo = (pref_id: number | undefined) =>
    deliveryMethodsWithFees({ deliveries: [method] }, { pref_id, is_remote_island: false }, cool_parcels)[0]!
  // Delivery that is free because of the price is free to every prefecture.
  const isFree = delivery_fee < feesTo(undefined).flat_rate_delivery_fee
  const isCoolFree = isFree && book.terms.delivery_free_includes_cool
  const shipping_fee = delivery_fee + cool_fee
  const differing = { ...method.prefecture_fees, ...method.prefecture_cool_fees }
  const prefecture_fees = Object.keys(differing).flatMap((id) => {
    const there = feesTo(Number(id))
    const fee = (isFree ? 0 : there.flat_rate_delivery_fee) + (isCoolFree ? 0 : there.cool_fee)
    return fee === shipping_fee ? [] : [[Number(id), fee] as const]
  })
  return { price, is_out_stock, shipping_fee, delivery_name: methods.get(delivery_id) ?? '', prefecture_fees }
}

async function loadDetails({ db, shop_id }: Context, ids: number[]) {
  const pictures = db
    .select({ paths: sql`coalesce(json_agg(${product_image.path} order by ${product_image.sort_no}), '[]')` })
    .from(product_image)
    .where(and(eq(product_image.shop_id, product.shop_id), eq(product_image.product_id, product.id)))
  const siblings = sql<boolean>`exists (select from product_sku other where other.shop_id = ${product.shop_id}
    and other.product_id = ${product.id} and other.id <> ${product_sku.id} and other.visible)`
  const rows = await db
    .select({
      id: product_sku.id,
      product_id: product.id,
      product_code: product_sku.product_code,
      product_name: product.product_name,
      sku_parent_item_name1: product_sku.sku_parent_item_name1,
      set_item_name1: product_sku.set_item_name1,
      sku_parent_item_name2: product_sku.sku_parent_item_name2,
      set_item_name2: product_sku.set_item_name2,
      catch_copy: product.catch_copy,
      description: product.description,
      category_name: category.category_name,
      barcode: product_sku.barcode,
      pictures: sql<string[]>`(${pictures})`,
      image_path: product_sku.image_path,
      has_siblings: siblings,
    })
    .from(product_sku)
    .innerJoin(product, and(eq(product.shop_id, product_sku.shop_id), eq(product.id, product_sku.product_id)))
    .innerJoin(category, and(eq(category.shop_id, product.shop_id), eq(category.id, product.category_id)))
    .where(and(eq(product_sku.shop_id, shop_id), isAnyOfCondition(product_sku.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}
