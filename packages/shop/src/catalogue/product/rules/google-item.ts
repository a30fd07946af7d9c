import { itemName, pictureFileName } from '@kushi/values/product'
import type { Yen } from '@kushi/values/yen'
import { gtinFromBarcode } from './gtin.ts'

/** One SKU with the data that Google's product data specification requires. */
export interface GoogleItem {
  product_id: number
  product_code: string
  product_name: string
  sku_parent_item_name1: string | null
  set_item_name1: string | null
  sku_parent_item_name2: string | null
  set_item_name2: string | null
  catch_copy: string
  description: string
  category_name: string
  barcode: string
  /** Pictures of the product, in its order; at least one. */
  pictures: readonly string[]
  /** The picture of this SKU; null: none of its own. */
  image_path: string | null
  /** Other SKUs of the product are on sale too. */
  has_siblings: boolean
  is_out_stock: boolean
  /** Price of one piece, tax included. */
  price: Yen
  delivery_name: string
  /** Fees of delivery for one piece alone: 送料 and クール代. */
  shipping_fee: Yen
  /** Prefectures with a different fee, by their id. */
  prefecture_fees: readonly (readonly [pref_id: number, fee: Yen])[]
}

/** The shop's name and addresses. */
export interface GoogleShop {
  shop_name: string
  /** Without a trailing slash. */
  url: string
  image_api: string
}

type Field = [name: string, value: string | Field[]]

/** Google's limits in characters, and of pictures besides the first. */
const MOST = { title: 150, description: 5_000, brand: 70, product_type: 750, pictures: 10 }

/** Returns an `item` of the feed, by Google's product data specification. */
export function googleFeedItemXml(item: GoogleItem, { shop_name, url, image_api }: GoogleShop): string {
  const link = `${url}/sh/products/detail/${item.product_id}`
  const picture = (path: string) => new URL(`${image_api}${pictureFileName(path, 960, 'webp')}`, `${url}/`).href
  const main = item.image_path ?? item.pictures[0]!
  const gtin = gtinFromBarcode(item.barcode)
  const others = item.pictures.filter((path) => path !== main).slice(0, MOST.pictures)
  const fields: Field[] = [
    ['id', item.product_code],
    ...(item.has_siblings ? [['item_group_id', String(item.product_id)] satisfies Field] : []),
    ['title', cut(itemName(item), MOST.title)],
    ['description', cut(item.description || item.catch_copy || item.product_name, MOST.description)],
    ['link', item.has_siblings ? `${link}?sku=${encodeURIComponent(item.product_code)}` : link],
    ['image_link', picture(main)],
    ...others.map((path): Field => ['additional_image_link', picture(path)]),
    ['availability', item.is_out_stock ? 'out_of_stock' : 'in_stock'],
    ['price', jpy(item.price)],
    shipping(item.delivery_name, item.shipping_fee),
    ...item.prefecture_fees.map(([pref_id, fee]) => shipping(item.delivery_name, fee, pref_id)),
    ['brand', cut(shop_name, MOST.brand)],
    ['condition', 'new'],
    gtin === null ? ['identifier_exists', 'no'] : ['gtin', gtin],
    ['product_type', cut(item.category_name, MOST.product_type)],
    ...choice(item.sku_parent_item_name1, item.set_item_name1),
    ...choice(item.sku_parent_item_name2, item.set_item_name2),
  ]
  return `<item>\n${fields.map(xml).join('')}</item>\n`
}

const jpy = (amount: Yen) => `${amount} JPY`

/** `pref_id`: a prefecture; Google uses its number of ISO 3166-2. */
const shipping = (service: string, fee: Yen, pref_id?: number): Field => [
  'shipping',
  [
    ['country', 'JP'],
    ...(pref_id === undefined ? [] : [['region', String(pref_id).padStart(2, '0')] satisfies Field]),
    ['service', service],
    ['price', jpy(fee)],
  ],
]

/** Axis names for which Google has a field. Any other axis (香り) becomes a detail with its name. */
const AXES: [RegExp, string][] = [
  [/^(色|色味|カラー|color)$/i, 'color'],
  [/^(サイズ|大きさ|内容量|容量|size)$/i, 'size'],
  [/^(柄|模様|pattern)$/i, 'pattern'],
  [/^(素材|材質|生地|material)$/i, 'material'],
]

function choice(axis: string | null, value: string | null): Field[] {
  if (axis === null || value === null) return []
  const known = AXES.find(([name]) => name.test(axis.trim()))?.[1]
  const detail: Field[] = [
    ['attribute_name', axis],
    ['attribute_value', value],
  ]
  return [known ? [known, cut(value, 100)] : ['product_detail', detail]]
}

/** Cuts by whole characters, so that none is split. */
const cut = (text: string, most: number) => (text.length <= most ? text : [...text].slice(0, most).join(''))

const xml = ([name, value]: Field): string =>
  `<g:${name}>${typeof value === 'string' ? escapeXml(value) : `\n${value.map(xml).join('')}`}</g:${name}>\n`

/** Characters that XML 1.0 can't represent are removed. */
const unwritable = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu

export const escapeXml = (text: string): string =>
  text.replace(unwritable, '').replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
