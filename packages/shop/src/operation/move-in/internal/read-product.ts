import { NEW_PRODUCT, NEW_SKU, type ProductInput, type SkuInput } from '@kushi/contract/admin/product'
import { toHiragana } from '@kushi/values/kana'
import { SALE_TYPE } from '@kushi/values/product'
import { cutText } from '@kushi/values/text'
import type { KnownRecords } from '../rules/known-records.ts'
import type { RowReader } from '../rules/row-reader.ts'

/** A product with its choices, as the admin's form saves it. */
export interface MovedProduct {
  foreign_no: string
  input: ProductInput
}

/** Whether all codes of the product are in the shop already, from an earlier run or from an operator. */
export const isProductInShop = (readers: readonly RowReader[], { skus }: KnownRecords): boolean =>
  readers.every((one) => skus.has(one.text('商品コード')))

/** Parses a product. The product is on the first row; each row has one choice (規格). null: no longer sold. */
export function parseMovedProduct(
  readers: readonly RowReader[],
  foreign_no: string,
  known: KnownRecords,
): MovedProduct | null {
  const reader = readers[0]!
  if (reader.text('公開') === '廃止') return null
  const product_name = reader.needed('商品名')
  const axes = ([1, 2] as const).map((n) => readAxis(readers, n))
  const sale_type = readSaleType(reader)
  const input: ProductInput = {
    ...NEW_PRODUCT,
    product_name,
    product_name_kana: toHiragana((reader.text('商品名(かな)') || product_name).normalize('NFKC')),
    slug: reader.text('URL用の名前') || slugOf(foreign_no),
    category_id: readCategory(reader, known),
    sale_type,
    visible: readVisible(reader),
    catch_copy: cutText(plainText(reader.text('キャッチコピー')).replace(/\s+/g, ' '), 200),
    description: plainText(reader.text('説明')),
    sku_parent_item_name1: axes[0]!,
    sku_parent_item_name2: axes[1]!,
    skus: readers.map((one) => readSkuInput(one, known, sale_type)),
  }
  if (known.slugs.has(input.slug)) reader.fault('URL用の名前', `「${input.slug}」は、ほかの商品で使われています。`)
  return { foreign_no, input }
}

const slugOf = (foreign_no: string) =>
  ['item', ...foreign_no.toLowerCase().split(/[^a-z0-9]/)].filter(Boolean).join('-')

/** The name of an axis of choices. A file that has choices but no name for them gets one. */
function readAxis(readers: readonly RowReader[], n: 1 | 2): string | null {
  const named = readers[0]!.text(`規格${n}の名前`)
  if (named !== '' || readers.every((one) => one.text(`規格${n}`) === '')) return named || null
  const name = n === 1 ? '種類' : '種類2'
  readers[0]!.note(`規格${n}の名前`, `規格の名前がないため「${name}」にします。あとで商品の画面で直せます。`)
  return name
}

function readCategory(reader: RowReader, { categories }: KnownRecords): number {
  const names = reader
    .text('カテゴリ')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const found = categories.find(({ category_name, slug }) => names.includes(category_name) || names.includes(slug))
  const [first] = categories
  if (!found && !first) reader.fault('カテゴリ', 'カテゴリがありません。先に「商品」でカテゴリを作ってください。')
  else if (!found && names.length > 0)
    reader.note('カテゴリ', `「${names.join('、')}」はないため「${first!.category_name}」に入れます。`)
  return (found ?? first)?.id ?? 0
}

function readVisible(reader: RowReader): boolean {
  const text = reader.text('公開')
  if (text === '公開') return true
  return text === '非公開' ? false : reader.flag('公開')
}

/** By its number, as in our product file, or in words: 通常, 定期, 両方. */
function readSaleType(reader: RowReader): ProductInput['sale_type'] {
  const text = reader.text('販売種別').normalize('NFKC')
  if (/^[123]$/.test(text)) return Number(text) as ProductInput['sale_type']
  if (/両方|通常.*定期/.test(text)) return SALE_TYPE.both
  return /定期/.test(text) ? SALE_TYPE.subscription : SALE_TYPE.normal
}

function readSkuInput(reader: RowReader, { skus }: KnownRecords, sale_type: number): SkuInput {
  const product_code = reader.needed('商品コード')
  reader.kept('商品コード')
  if (skus.has(product_code)) reader.fault('商品コード', `商品コード「${product_code}」の商品がすでにあります。`)
  const isSubscription = sale_type !== SALE_TYPE.normal
  return {
    ...NEW_SKU,
    product_code,
    set_item_name1: reader.kept('規格1') || null,
    set_item_name2: reader.kept('規格2') || null,
    price: reader.neededWhole('価格'),
    subscription_first_price: isSubscription ? reader.whole('定期 初回') : null,
    subscription_price: isSubscription ? reader.whole('定期 2回目から') : null,
    tax_rate: readRate(reader),
    sale_limit: Math.min(reader.whole('上限') || 99, 99),
    weight_g: reader.whole('重さ(g)') ?? 0,
    stock: reader.whole('在庫') ?? 0,
  }
}

function readRate(reader: RowReader): 8 | 10 {
  const rate = reader.whole('税率', { max: 100 })
  if (rate !== null && rate !== 8 && rate !== 10) reader.fault('税率', '税率は8か10です。')
  return rate === 8 ? 8 : 10
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** The text of HTML, in lines: our texts have no markup. */
const plainText = (html: string): string =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|div|li|tr|h\d)>/gi, '\n')
    .replace(/<[a-z/!][^>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
