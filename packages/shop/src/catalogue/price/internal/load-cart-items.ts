import type { QuotedItem } from '@kushi/contract/quote'
import type { Queryable } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { skuPicturePathSql } from '@kushi/db/sku-picture'
import { preparedStatement } from '@kushi/db/statement'
import type { CartTypeId } from '@kushi/values/cart'
import type { TaxRate } from '@kushi/values/price'
import { isSoldIn, itemName, type SaleTypeId } from '@kushi/values/product'
import { availableSetCount, type SetPart } from '@kushi/values/product-set'
import type { QuantityPrice } from '@kushi/values/quantity-price'
import { fitsLetterbox, type Temperature } from '@kushi/values/shipment'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { priceItems } from '../rules/price-order.ts'
import type { PricedItem, PricedSku, SetComponent } from '../rules/price-state.ts'
import { batchConcurrentQueries } from './batch-queries.ts'

/** The part of the context that loading prices needs. Inside a transaction pass `{ ...ctx, db: tx }`. */
export type PriceContext = Pick<
  Context,
  'shop_id' | 'customer_id' | 'clock' | 'cache' | 'secrets' | 'settings' | 'ip'
> & { db: Queryable }

/** An item to price. `subscription`: 0 normal, 1 subscription. */
export interface PriceRequestItem {
  product_sku_id: number
  quantity: number
  subscription: number
  /** `revision` of the SKU that the customer saw. */
  revision?: number | undefined
  /** The terms promised to a running subscription, which hold even if the catalogue has changed since. */
  promised?: PromisedTerms | undefined
}

/** The price promised to a subscription for an item; columns of its row. */
export interface PromisedTerms {
  /** Yen for one piece of a later delivery. If the catalogue's price is lower, the member pays that. */
  following_price: number
  /** The promised price holds from so many pieces on. */
  promised_from: number
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
  /** セットの中身 as promised, which are delivered even if the set has changed since; empty: those of today. */
  parts: readonly SetPart[]
}

/** An item before pricing: columns of the SKU and its product; `price` is the catalogue's. */
export interface SkuItem extends Omit<QuotedItem, keyof PricedItem | 'parts'>, PricedSku {
  tax_rate: TaxRate
  parts: SkuPart[]
  /** Both the product and the SKU are visible. */
  visible: boolean
  /** Pieces in stock, and grams of one piece. Both never leave the server. */
  stock: number
  weight_g: number
  /** 温度帯 of the packed goods: for a set, those of its parts. */
  temperatures: Temperature[]
}

/** A part of a set, with the columns that an order copies from it. */
export interface SkuPart
  extends SetComponent,
    Pick<
      QuotedItem,
      | 'product_id'
      | 'product_code'
      | 'product_name'
      | 'sku_parent_item_name1'
      | 'set_item_name1'
      | 'sku_parent_item_name2'
      | 'set_item_name2'
      | 'product_image'
      | 'revision'
    > {
  product_sku_id: number
  /** The name with its variant. */
  name: string
  stock: number
  /** お一人様 limit of its own, which sets don't get round. */
  sale_limit: number
  /** On sale, perhaps only in sets. */
  visible: boolean
}

/** A QuotedItem with data that only the server may see. */
export interface StockedItem extends Omit<QuotedItem, 'parts'>, Pick<PricedItem, 'part_amounts'> {
  parts: SkuPart[]
  stock: number
  quantity_prices: readonly QuantityPrice[]
  /** The part of `discount_amount` by points. */
  point_discount: number
  /** 使い切る目安; absent or null: the shop states none. */
  lasting_days?: number | null
}

/** A SKU with its parts. `is_sku_visible` of the part says whether it can be sold in a set. */
export type PricedSkuRow = ReturnType<typeof withParts>

const querySkus = preparedStatement('price_skus', (db) =>
  db
    .select({
      id: product_sku.id,
      product_id: product_sku.product_id,
      product_code: product_sku.product_code,
      product_name: product.product_name,
      sku_parent_item_name1: product_sku.sku_parent_item_name1,
      set_item_name1: product_sku.set_item_name1,
      sku_parent_item_name2: product_sku.sku_parent_item_name2,
      set_item_name2: product_sku.set_item_name2,
      product_image: skuPicturePathSql,
      sale_type: sql<SaleTypeId>`${product.sale_type}`,
      sale_limit: product_sku.sale_limit,
      stock: product_sku.stock,
      visible: sql<boolean>`${product.visible} and ${product_sku.visible}`,
      weight_g: product_sku.weight_g,
      light_flag: product_sku.light_flag,
      temperature: product_sku.temperature,
      lump_sum_payment_flag: product.lump_sum_payment_flag,
      lump_sum_payment_num: product.lump_sum_payment_num,
      tax_rate: sql<TaxRate>`${product_sku.tax_rate}`,
      price: product_sku.price,
      subscription_first_price: product_sku.subscription_first_price,
      subscription_price: product_sku.subscription_price,
      quantity_prices: product_sku.quantity_prices,
      lasting_days: product_sku.lasting_days,
      revision: product_sku.revision,
      parts: product_sku.parts,
      is_sku_visible: product_sku.visible,
    })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(
      and(
        eq(product.shop_id, sql.placeholder('shop_id')),
        sql`${product_sku.id} = any(${sql.placeholder('ids')}::bigint[])`,
      ),
    ),
)

type SkuRows = ReadonlyMap<number, PricedSkuRow>

/**
 * Returns these SKUs with their products, in one query. A second query reads the parts of sets that were not asked for.
 * Ids that this shop does not have are missing.
 */
export async function loadSkuRows(
  { db, shop_id }: Pick<PriceContext, 'db' | 'shop_id'>,
  ids: readonly number[],
): Promise<SkuRows> {
  return ids.length === 0 ? new Map() : rowsOf(db, shop_id, ids)
}

const rowsOf = batchConcurrentQueries(async (db, shop_id, ids) => {
  const rows = await querySkus(db, { shop_id, ids })
  const loaded = new Map(rows.map((row) => [row.id, row]))
  const missing = [...new Set(rows.flatMap(({ parts }) => parts.map(({ product_sku_id }) => product_sku_id)))].filter(
    (id) => !loaded.has(id),
  )
  const others = missing.length === 0 ? [] : await querySkus(db, { shop_id, ids: missing })
  const partOf = new Map([...rows, ...others].map((row) => [row.id, row]))
  return new Map(rows.map((row) => [row.id, withParts(row, row.parts, partOf)]))
})

type LoadedSku = Awaited<ReturnType<typeof querySkus>>[number]

/** The stock of a set is that of its scarcest part; its rate is shown only, and the parts' are charged. */
function withParts<S extends Omit<LoadedSku, 'parts'>>(
  sku: S,
  contents: readonly SetPart[],
  partOf: ReadonlyMap<number, PartSku>,
): Omit<S, 'parts'> & { parts: SkuPart[]; stock: number; tax_rate: TaxRate; temperatures: Temperature[] } {
  const parts = contents.flatMap(({ product_sku_id, pieces }): SkuPart[] => {
    const part = partOf.get(product_sku_id)
    return part ? [skuPart(part, pieces)] : []
  })
  const temperatures =
    parts.length === 0 ? [sku.temperature] : parts.map(({ product_sku_id }) => partOf.get(product_sku_id)!.temperature)
  const sent = { ...sku, parts, temperatures, light_flag: fitsLetterbox(sku.light_flag, temperatures) }
  if (parts.length === 0) return sent
  const tax_rate: TaxRate = parts.some((part) => part.tax_rate === 10) ? 10 : 8
  return { ...sent, stock: availableSetCount(parts), tax_rate }
}

type PartSku = Omit<LoadedSku, 'parts'>

const skuPart = (part: PartSku, pieces: number): SkuPart => ({
  product_sku_id: part.id,
  pieces,
  list_price: part.price * pieces,
  name: itemName(part),
  product_id: part.product_id,
  product_code: part.product_code,
  product_name: part.product_name,
  sku_parent_item_name1: part.sku_parent_item_name1,
  set_item_name1: part.set_item_name1,
  sku_parent_item_name2: part.sku_parent_item_name2,
  set_item_name2: part.set_item_name2,
  product_image: part.product_image,
  tax_rate: part.tax_rate,
  stock: part.stock,
  sale_limit: part.sale_limit,
  visible: part.is_sku_visible,
  revision: part.revision,
})

/**
 * Returns the SKUs of `items` with their products, in the order of `items`. The same SKU in the same
 * cart becomes one entry. Ids that this shop does not have are left out: compare the ids, or use `cartProblems`. Hidden
 * SKUs and SKUs not sold this way are returned with `is_product_sku_valid` false and without a price, so that a cart
 * can name them.
 */
export async function loadSkuItems(
  ctx: Pick<PriceContext, 'db' | 'shop_id'>,
  items: readonly PriceRequestItem[],
): Promise<SkuItem[]> {
  return buildSkuItems(await loadSkuRows(ctx, requiredSkuIds(items)), items)
}

/** The ids of the SKUs that pricing these items needs, with the parts that were promised of a set. */
export const requiredSkuIds = (
  items: readonly Pick<PriceRequestItem, 'product_sku_id' | 'quantity' | 'promised'>[],
): number[] => [
  ...new Set(
    items
      .filter(({ quantity }) => quantity > 0)
      .flatMap(({ product_sku_id, promised }) => [
        product_sku_id,
        ...(promised?.parts.map((part) => part.product_sku_id) ?? []),
      ]),
  ),
]

/**
 * Builds items from SKUs that are already loaded, with the parts that were promised. Ids that are not among them are
 * left out.
 */
export function buildSkuItems(skus: ReadonlyMap<number, PricedSkuRow>, items: readonly PriceRequestItem[]): SkuItem[] {
  return merge(items).flatMap(({ product_sku_id, quantity, subscription, promised }) => {
    const sku = skus.get(product_sku_id)
    if (!sku) return []
    const { is_sku_visible: _, ...row } = promised && promised.parts.length > 0 ? asPromised(sku, promised, skus) : sku
    const is_product_sku_valid = row.visible && isSoldIn(row.sale_type, subscription as CartTypeId)
    return [
      {
        ...row,
        ...promisedTerms(row, promised, quantity),
        quantity,
        subscription,
        is_product_sku_valid,
        is_out_stock: row.stock <= 0,
      },
    ]
  })
}

/** @throws Error when a part is not loaded: less than was promised must not be delivered */
function asPromised(sku: PricedSkuRow, promised: PromisedTerms, skus: ReadonlyMap<number, PricedSkuRow>): PricedSkuRow {
  const row = withParts(sku, promised.parts, skus)
  if (row.parts.length < promised.parts.length) throw new Error(`SKU ${sku.id}: a promised part is not loaded`)
  return row
}

function promisedTerms(
  row: { price: number; subscription_price: number | null },
  promised: PromisedTerms | undefined,
  quantity: number,
): Partial<Pick<PricedSku, 'subscription_price' | 'lump_sum_payment_flag' | 'lump_sum_payment_num'>> {
  if (!promised) return {}
  const { following_price, promised_from, lump_sum_payment_flag, lump_sum_payment_num } = promised
  if (quantity < promised_from) return { lump_sum_payment_flag, lump_sum_payment_num }
  const subscription_price = Math.min(following_price, row.subscription_price ?? row.price)
  return { subscription_price, lump_sum_payment_flag, lump_sum_payment_num }
}

/**
 * Returns the items of a cart with their prices, before rank, delivery and fees. See `loadSkuItems` for what is left
 * out.
 */
export async function loadCartItems(
  ctx: Pick<PriceContext, 'db' | 'shop_id'>,
  items: readonly PriceRequestItem[],
): Promise<StockedItem[]> {
  const loaded = await loadSkuItems(ctx, items)
  return joinItemPrices(loaded, priceItems(loaded))
}

/** Joins loaded items with their prices; both in the same order. */
export function joinItemPrices(items: readonly SkuItem[], priced: readonly PricedItem[]): StockedItem[] {
  return items.map((item, index) => ({ ...item, ...priced[index]! }))
}

function merge(items: readonly PriceRequestItem[]): PriceRequestItem[] {
  const merged = new Map<string, PriceRequestItem>()
  for (const item of items) {
    if (item.quantity < 1) continue
    const key = `${item.product_sku_id}:${item.subscription}`
    merged.set(key, { ...item, quantity: item.quantity + (merged.get(key)?.quantity ?? 0) })
  }
  return [...merged.values()]
}
