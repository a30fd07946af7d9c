import type { ProductInput, SkuInput } from '@kushi/contract/admin/product'
import type { Queryable } from '@kushi/db/connect'
import { category, product, product_image, product_related, product_sku } from '@kushi/db/schema/product'
import { calendarDate } from '@kushi/values/calendar-date'
import { LABEL_KIND_NAME, LABEL_KINDS, type LabelKind } from '@kushi/values/product-label'
import type { SetPart } from '@kushi/values/product-set'
import type { QuantityPrice } from '@kushi/values/quantity-price'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { ImportCellError, type ImportColumn, parseFlag, parseWholeNumber } from '../../../foundation/csv/index.ts'

import { loadSkuCosts, type SkuCosts } from './sku-costs.ts'

/** A product as it is saved, with its ids and version. */
export interface StoredProduct extends ProductInput {
  id: number
  version: number
  skus: (SkuInput & { id: number })[]
}
/** One row of the file: a SKU and its product. */
export interface ProductSheetRow {
  product: StoredProduct
  sku: SkuInput
}

/** Returns the slugs of the categories, which identify them in a file. */
export async function loadCategorySlugs(db: Queryable, shopId: number): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: category.id, slug: category.slug })
    .from(category)
    .where(eq(category.shop_id, shopId))
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

const asTyped = (typed: string) => typed
const orNothing = (typed: string) => typed || null
const lines = (typed: string) => typed.split('\n').filter((line) => line.trim() !== '')

function readKind(typed: string): LabelKind {
  const found = LABEL_KINDS.find((kind) => LABEL_KIND_NAME[kind] === typed.trim())
  if (!found) throw new ImportCellError(`${Object.values(LABEL_KIND_NAME).join('、')}のどれかを入力してください。`)
  return found
}

/** 「3:2200 6:2000:1800」: from 3 pieces ¥2,200 each, from 6 ¥2,000 and in a 定期便 ¥1,800. */
const stepText = ({ from_pieces, price, subscription_price }: QuantityPrice) =>
  [from_pieces, price, ...(subscription_price === null ? [] : [subscription_price])].join(':')

const readSteps = (typed: string): QuantityPrice[] =>
  typed
    .normalize('NFKC')
    .split(/\s+/)
    .filter((step) => step !== '')
    .map((step) => {
      if (!/^\d+:\d+(:\d+)?$/.test(step))
        throw new ImportCellError(
          '点数と1点の価格を「3:2200」の形で、定期便の価格もあれば「3:2200:2000」の形で入力してください。',
        )
      const [from_pieces, price, subscription_price = null] = step.split(':').map(Number)
      return { from_pieces: from_pieces!, price: price!, subscription_price }
    })

/** 「2026-04-01:1200 2026-10-01:1300」: ¥1,200 from 1 April on, ¥1,300 from 1 October. */
const readCosts = (typed: string): SkuCosts =>
  typed
    .normalize('NFKC')
    .split(/\s+/)
    .filter((cost) => cost !== '')
    .map((cost) => {
      const [, year, month, day, yen] = (/^(\d{4})[-/](\d{1,2})[-/](\d{1,2}):(\d+)$/.exec(cost) ?? []).map(Number)
      const cost_from = calendarDate({ year: year ?? 0, month: month ?? 0, day: day ?? 0 })
      if (cost_from === null || yen === undefined)
        throw new ImportCellError('いつからいくらかを「2026-04-01:1200」の形で、空白で区切って入力してください。')
      return { cost_from, unit_cost: yen }
    })

/** The code of each SKU by its id. */
export async function loadSkuCodes(db: Queryable, shop_id: number): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: product_sku.id, product_code: product_sku.product_code })
    .from(product_sku)
    .where(eq(product_sku.shop_id, shop_id))
  return new Map(rows.map(({ id, product_code }) => [id, product_code]))
}

/** The columns of the product, of the SKU, and read-only columns. The headings use the shop's own words. */
export function productSheetColumns(
  slugs: Map<number, string>,
  { codes, hasCosts }: { codes: ReadonlyMap<number, string>; hasCosts: boolean },
) {
  const ids = new Map([...codes].map(([id, product_code]) => [product_code, id]))
  /** 「OIL-30:1 SOAP:2」: the codes of the parts, each with its pieces in one set. */
  const readParts = (typed: string): SetPart[] =>
    typed
      .normalize('NFKC')
      .split(/\s+/)
      .filter((part) => part !== '')
      .map((part) => {
        const [, code = '', pieces] = /^([\w.-]+):(\d{1,2})$/.exec(part) ?? []
        if (!pieces) throw new ImportCellError('商品コードと点数を「OIL-30:1 SOAP:2」の形で入力してください。')
        const product_sku_id = ids.get(code)
        if (product_sku_id === undefined)
          throw new ImportCellError(`商品コード ${code} はありません。中身の商品を先に登録してください。`)
        return { product_sku_id, pieces: Number(pieces) }
      })
  const idOf = (slug: string) => {
    const found = [...slugs].find(([, one]) => one === slug.trim())
    if (!found) throw new ImportCellError('このURL用の名前のカテゴリはありません。')
    return found[0]
  }
  const ofProduct = <K extends keyof ProductInput>(
    head: string,
    name: K,
    read: (typed: string) => unknown,
    of: (product: StoredProduct) => string | number | boolean | null = (row) => row[name] as string,
  ): ImportColumn<ProductSheetRow> => ({ head, name, read, of: ({ product: row }) => of(row) })
  const ofSku = <K extends Exclude<keyof SkuInput, 'place'>>(
    head: string,
    name: K,
    read: (typed: string) => unknown,
  ): ImportColumn<ProductSheetRow> => ({
    head,
    name,
    read,
    of: ({ sku }: ProductSheetRow) => sku[name] as string | number | boolean | null,
  })
  const product: ImportColumn<ProductSheetRow>[] = [
    ofProduct('商品名', 'product_name', asTyped),
    ofProduct('商品名(かな)', 'product_name_kana', asTyped),
    ofProduct('URL用の名前', 'slug', asTyped),
    ofProduct('カテゴリ', 'category_id', idOf, ({ category_id }) => slugs.get(category_id) ?? ''),
    ofProduct('販売種別', 'sale_type', parseWholeNumber),
    ofProduct('公開', 'visible', parseFlag),
    ofProduct('キャッチコピー', 'catch_copy', asTyped),
    ofProduct('説明', 'description', asTyped),
    ofProduct('使い方', 'how_to_use', lines, ({ how_to_use }) => how_to_use.join('\n')),
    ofProduct('成分・素材', 'ingredients', asTyped),
    ofProduct('表示の種類', 'label_kind', readKind, ({ label_kind }) => LABEL_KIND_NAME[label_kind ?? 'none']),
    ofProduct('表示の名称', 'label_name', asTyped),
    ofProduct('アレルゲン', 'label_allergens', asTyped),
    ofProduct('表示の期限', 'label_expiry', asTyped),
    ofProduct('保存方法', 'label_storage', asTyped),
    ofProduct('使用上の注意', 'label_cautions', asTyped),
    ofProduct('製造者', 'label_maker', asTyped),
    ofProduct('原産国', 'label_origin', asTyped),
    ofProduct('年払い', 'lump_sum_payment_flag', parseFlag),
    ofProduct('年払いのお届け回数', 'lump_sum_payment_num', parseWholeNumber),
    { ...ofProduct('規格1の名前', 'sku_parent_item_name1', orNothing), mayBeConverted: true },
    { ...ofProduct('規格2の名前', 'sku_parent_item_name2', orNothing), mayBeConverted: true },
  ]
  const sku: ImportColumn<ProductSheetRow>[] = [
    { ...ofSku('規格1', 'set_item_name1', orNothing), mayBeConverted: true },
    { ...ofSku('規格2', 'set_item_name2', orNothing), mayBeConverted: true },
    ofSku('価格', 'price', parseWholeNumber),
    ofSku('定期 初回', 'subscription_first_price', parseWholeNumber),
    ofSku('定期 2回目から', 'subscription_price', parseWholeNumber),
    {
      ...ofSku('数量割引', 'quantity_prices', readSteps),
      of: ({ sku }: ProductSheetRow) => (sku.quantity_prices ?? []).map(stepText).join(' '),
    },
    {
      ...ofSku('セットの中身', 'parts', readParts),
      of: ({ sku }: ProductSheetRow) =>
        (sku.parts ?? []).map(({ product_sku_id, pieces }) => `${codes.get(product_sku_id)}:${pieces}`).join(' '),
    },
    ...(hasCosts
      ? [
          {
            ...ofSku('原価(税抜)', 'costs', readCosts),
            of: ({ sku }: ProductSheetRow) =>
              (sku.costs ?? []).map(({ cost_from, unit_cost }) => `${cost_from}:${unit_cost}`).join(' '),
          },
        ]
      : []),
    ofSku('税率', 'tax_rate', parseWholeNumber),
    ofSku('上限', 'sale_limit', parseWholeNumber),
    ofSku('重さ(g)', 'weight_g', parseWholeNumber),
    ofSku('使い切る目安(日)', 'lasting_days', parseWholeNumber),
    ofSku('メール便', 'light_flag', parseFlag),
    ofSku('販売する', 'visible', parseFlag),
  ]
  const number: ImportColumn<ProductSheetRow> = { head: '商品番号', of: ({ product: { id } }) => id }
  const code: ImportColumn<ProductSheetRow> = { head: '商品コード', of: ({ sku: { product_code } }) => product_code }
  return { number, product, code, sku, all: [number, ...product, code, ...sku] }
}

/** Returns complete products by their ids, for thousands at once. */
export async function loadStoredProducts(
  db: Queryable,
  shopId: number,
  ids: number[],
): Promise<Map<number, StoredProduct>> {
  const known = new Map<number, StoredProduct>()
  if (ids.length === 0) return known
  const products = await db
    .select()
    .from(product)
    .where(and(eq(product.shop_id, shopId), inArray(product.id, ids)))
  const skus = await db
    .select()
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shopId), inArray(product_sku.product_id, ids)))
    .orderBy(asc(product_sku.sort_no), asc(product_sku.id))
  const pictures = await db
    .select()
    .from(product_image)
    .where(and(eq(product_image.shop_id, shopId), inArray(product_image.product_id, ids)))
    .orderBy(asc(product_image.sort_no))
  const goesWith = await db
    .select()
    .from(product_related)
    .where(and(eq(product_related.shop_id, shopId), inArray(product_related.product_id, ids)))
    .orderBy(asc(product_related.sort_no))
  const [kinds, shown] = [Map.groupBy(skus, (one) => one.product_id), Map.groupBy(pictures, (one) => one.product_id)]
  const related = Map.groupBy(goesWith, (one) => one.product_id)
  const costsOf = await loadSkuCosts(
    db,
    shopId,
    skus.map(({ id }) => id),
  )
  for (const row of products) {
    const own = kinds.get(row.id) ?? []
    known.set(row.id, {
      ...row,
      sale_type: row.sale_type as 1 | 2 | 3,
      sku_parent_item_name1: own[0]?.sku_parent_item_name1 ?? null,
      sku_parent_item_name2: own[0]?.sku_parent_item_name2 ?? null,
      pictures: (shown.get(row.id) ?? []).map(({ path, alt }) => ({ path, alt })),
      related: (related.get(row.id) ?? []).map(({ related_id }) => related_id),
      skus: own.map((sku) => ({ ...sku, costs: costsOf(sku.id), tax_rate: sku.tax_rate as 8 | 10 })),
    })
  }
  return known
}
