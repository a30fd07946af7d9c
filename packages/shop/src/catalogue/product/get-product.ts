import { category, product, product_image, product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { type LabelTexts, labelRows } from '@kushi/values/product-label'
import { coolParcelCount, fitsLetterbox } from '@kushi/values/shipment'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context, Handler } from '../../context.ts'
import { isValidPreviewKey, sanitiseHtml } from '../../foundation/setting/index.ts'
import { canSeePrices } from '../../people/customer/index.ts'
import { notFound } from '../../shop-error.ts'
import { loadSkuRows } from '../price/index.ts'
import { findProvenPrices } from '../price-history/index.ts'
import { fillPromisesInHtml, fillPromisesInText, loadShopFacts, returnNoteOfSet } from '../promise/index.ts'
import { loadPublicPromotions } from '../promotion/index.ts'
import { HIDDEN_PRICES, type ListedProduct, visibleProductsSql } from './internal/product-rows.ts'
import { gtinFromBarcode } from './rules/gtin.ts'
import { fewPiecesLeft } from './rules/stock-left.ts'
import { subscriptionPrices } from './rules/subscription-prices.ts'

/**
 * 商品詳細 with its pictures and visible SKUs. Reports the number of pieces left only when they are few.
 * @throws ShopError 404 for a product that is hidden, has nothing to show, or belongs to another shop.
 */
export const getProduct: Handler<'GET /v1/product/detail/{id}'> = async (ctx, { id, preview }) => {
  const is_preview = preview !== undefined && isValidPreviewKey(ctx, String(id), preview)
  const [found] = await ctx.db
    .select({ product, category })
    .from(product)
    .innerJoin(category, refersToCondition(product.category_id, category))
    .where(
      and(eq(product.id, id), eq(product.shop_id, ctx.shop_id), is_preview ? undefined : eq(product.visible, true)),
    )
  if (!found) throw notFound()
  const skus = await visibleSkus(ctx, id, is_preview)
  if (skus.length === 0) throw notFound()
  const sets = await loadSkuRows(
    ctx,
    skus.filter(({ parts }) => parts.length > 0).map(({ id }) => id),
  )
  const parts = await partsOf(
    ctx,
    [...sets.values()].flatMap((set) => set.parts).map((part) => part.product_id),
  )
  const isPriced = await canSeePrices(ctx)
  const proven = await findProvenPrices(ctx, skus)
  const facts = await loadShopFacts(ctx)
  const promotionsOf = isPriced ? await loadPublicPromotions(ctx) : () => []
  return {
    ...found.product,
    is_preview,
    running_promotions: promotionsOf(found.product),
    category: found.category,
    description: fillPromisesInText(found.product.description, facts),
    questions: found.product.questions.map((one) => ({ ...one, answer: fillPromisesInText(one.answer, facts) })),
    product_label: [...labelOf(found.product, null), ...parts.flatMap((part) => labelOf(part, part.product_name))].map(
      (row) => ({ ...row, text: fillPromisesInText(row.text, facts) }),
    ),
    return_note: fillPromisesInText(
      returnNoteOfSet(
        facts,
        found.product.return_note,
        parts.filter(({ return_note }) => return_note !== ''),
      ),
      facts,
    ),
    story_html: fillPromisesInHtml(sanitiseHtml(found.product.story_html), facts),
    related: (await relatedProducts(ctx, found.product)).map((row) => ({
      ...row,
      running_promotions: promotionsOf(row),
    })),
    product_image: await images(ctx, id),
    skus: skus.map((sku) => {
      const { stock, parts, tax_rate, light_flag, temperatures } = sets.get(sku.id) ?? {
        ...sku,
        parts: [],
        light_flag: fitsLetterbox(sku.light_flag, [sku.temperature]),
        temperatures: [sku.temperature],
      }
      return {
        ...sku,
        ...(isPriced ? subscriptionPrices(found.product.sale_type, sku) : noSkuPrices),
        parts,
        tax_rate,
        light_flag,
        cool_parcels: coolParcelCount(temperatures),
        is_out_stock: stock <= 0,
        stock_left: fewPiecesLeft(stock),
        gtin: gtinFromBarcode(sku.barcode),
        is_price_proven: isPriced && proven.has(sku.id),
      }
    }),
  }
}

/** A list of ingredients by choice (「無香料:… / 柚子:…」) is a line each. */
const labelOf = (texts: LabelTexts, part_name: string | null) =>
  labelRows(texts).map((row) => ({
    ...row,
    part_name,
    ...(row.field === 'ingredients' && { text: row.text.replaceAll(' / ', '\n') }),
  }))

/** The products that sets consist of, which may be hidden themselves. */
async function partsOf({ db, shop_id }: Context, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .select()
    .from(product)
    .where(and(eq(product.shop_id, shop_id), inArray(product.id, [...new Set(ids)])))
    .orderBy(asc(product.sort_no), asc(product.id))
}

const noSkuPrices = { price: null, subscription_first_price: null, subscription_price: null, quantity_prices: [] }

/** A preview also shows SKUs that are not on sale yet. */
const visibleSkus = (ctx: Context, productId: number, isPreview: boolean) =>
  ctx.db
    .select()
    .from(product_sku)
    .where(
      and(
        eq(product_sku.shop_id, ctx.shop_id),
        eq(product_sku.product_id, productId),
        isPreview ? undefined : eq(product_sku.visible, true),
      ),
    )
    .orderBy(asc(product_sku.sort_no), asc(product_sku.id))

const images = (ctx: Context, productId: number) =>
  ctx.db
    .select({ path: product_image.path, alt: product_image.alt })
    .from(product_image)
    .where(and(eq(product_image.shop_id, ctx.shop_id), eq(product_image.product_id, productId)))
    .orderBy(asc(product_image.sort_no))

/** The most related products: as many as fit side by side on a wide screen. */
const MAX_RELATED = 4

/** 一緒に使いたいもの: the shop's choice in its order; if there is none, other products of the same category. */
async function relatedProducts(
  ctx: Context,
  { id, category_id }: { id: number; category_id: number },
): Promise<ListedProduct[]> {
  const { rows } = await ctx.db.execute<ListedProduct & Record<string, unknown>>(sql`
    with chosen as (
      select related_id, sort_no from product_related where shop_id = ${ctx.shop_id} and product_id = ${id}
    )
    select products.* from (${visibleProductsSql(ctx.shop_id)}) products
    left join chosen on chosen.related_id = products.id
    where products.id <> ${id}
      and (chosen.related_id is not null or (not exists (select from chosen) and category_id = ${category_id}))
    order by chosen.sort_no, products.sort_no, products.id limit ${MAX_RELATED}`)
  return (await canSeePrices(ctx)) ? rows : rows.map((row) => ({ ...row, ...HIDDEN_PRICES }))
}
