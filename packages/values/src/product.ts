import { CART_TYPE, type CartTypeId } from './cart.ts'
import { formatYen } from './yen.ts'

/** Product pictures: each is stored at these widths at 4:5 and in both formats: `<path>-640.webp`. */
const PICTURE_WIDTHS = [320, 640, 960] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/** `goods`: cropped to 4:5 on white. `logo`: fitted whole within 4:1, transparency kept. */
export const PICTURE_SHAPES = ['goods', 'logo'] as const
export type PictureShape = (typeof PICTURE_SHAPES)[number]

/** The folder of pictures that are stored at 1,600 px too. */
export const LARGE_PICTURE_FOLDER = 'large/'

/** Returns the widths in pixels at which a picture is stored. They depend on its folder. */
export const pictureWidths = (path: string): readonly number[] =>
  /(^|\/)large\//.test(path) ? [...PICTURE_WIDTHS, 1600] : PICTURE_WIDTHS

export const pictureFileName = (path: string, width: number, format: (typeof PICTURE_FORMATS)[number]): string =>
  `${path}-${width}.${format}`

/** Returns the names of all files of a picture. */
export const pictureFileNames = (path: string): string[] =>
  pictureWidths(path).flatMap((width) => PICTURE_FORMATS.map((format) => pictureFileName(path, width, format)))

/** How a product may be bought (販売種別). */
export const SALE_TYPE = { normal: 1, subscription: 2, both: 3 } as const

export type SaleTypeId = (typeof SALE_TYPE)[keyof typeof SALE_TYPE]

/** Returns the type sent with a cart item: for a product sold both ways, the cart decides. */
export function saleTypeInCart(saleType: SaleTypeId, cartType: CartTypeId): SaleTypeId {
  if (saleType !== SALE_TYPE.both) return saleType
  return cartType === CART_TYPE.subscription ? SALE_TYPE.subscription : SALE_TYPE.normal
}

/** Whether a product of this type may be in this cart. */
export function isSoldIn(saleType: SaleTypeId, cartType: CartTypeId): boolean {
  return saleTypeInCart(saleType, cartType) === saleTypeInCart(SALE_TYPE.both, cartType)
}

interface Variant {
  set_item_name1: string | null
  set_item_name2: string | null
}

interface Item extends Variant {
  product_name: string
}

/** 「無香料 / 30mL」; '' for a product without variants. */
export const variantName = ({ set_item_name1, set_item_name2 }: Variant): string =>
  [set_item_name1, set_item_name2].filter(Boolean).join(' / ')

/** Returns the product's name with its variant, for callers that have the variant as one text. */
export const nameWithVariant = (product_name: string, variant: string): string =>
  variant ? `${product_name}(${variant})` : product_name

/** An item in a sentence: 「椿油(無香料 / 30mL)」. */
export const itemName = (item: Item): string => nameWithVariant(item.product_name, variantName(item))

/** 「椿油(無香料 / 30mL) 2点」 */
export const itemPiecesText = (item: Item & { quantity: number }): string => `${itemName(item)} ${item.quantity}点`

/** 「椿油(無香料 / 30mL) × 2」 */
export const itemQuantityText = (item: Item & { quantity: number }): string => `${itemName(item)} × ${item.quantity}`

interface Axes extends Variant {
  sku_parent_item_name1: string | null
  sku_parent_item_name2: string | null
}

/** 入数: how many pieces one unit for sale contains, as its axis of that name says (24本); null: it has none. */
export function packSize(sku: Axes): { count: number; counter: string } | null {
  const axes = [
    [sku.sku_parent_item_name1, sku.set_item_name1],
    [sku.sku_parent_item_name2, sku.set_item_name2],
  ] as const
  const text = axes.find(([name]) => name === '入数')?.[1]?.normalize('NFKC')
  const [, digits, counter] = /^(\d{1,5})\s*(\D{1,4})?$/.exec(text ?? '') ?? []
  const count = Number(digits)
  return count > 1 ? { count, counter: counter?.trim() || '個' } : null
}

/** 「1本あたり ¥1,452」; with 約 if the price is not a whole number of yen. '' for a unit without 入数. */
export function pricePerPiece(sku: Axes & { price: number }): string {
  const pieces = packSize(sku)
  if (!pieces) return ''
  const each = sku.price / pieces.count
  return `1${pieces.counter}あたり ${Number.isInteger(each) ? '' : '約'}${formatYen(Math.round(each))}`
}

/** Maximum number of cost entries (原価) of one SKU. Each entry applies from a day on. */
export const MAX_COSTS_PER_SKU = 60

/** A change of the stock by hand. */
export const STOCK_EVENT_NAME = { receipt: '入荷', correction: '訂正' } as const
export type StockEventKind = keyof typeof STOCK_EVENT_NAME
