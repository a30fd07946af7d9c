import { wrapInQuoteMarks } from './price.ts'
import { itemName, itemPiecesText, itemQuantityText } from './product.ts'
import { shareByLargestRemainder } from './share.ts'
import type { Yen } from './yen.ts'

/** A part of a set (セットの中身): a SKU, and its pieces in one set. */
export interface SetPart {
  product_sku_id: number
  pieces: number
}

export const MAX_SET_PARTS = 20

/** Returns the parts of one set without other fields, as a promise stores them. */
export const setPartsSnapshot = ({ parts }: { parts: readonly SetPart[] }): SetPart[] =>
  parts.map(({ product_sku_id, pieces }) => ({ product_sku_id, pieces }))

/**
 * Returns how many sets can be made of these parts. The scarcest part decides, and a part that is not on sale makes
 * none.
 */
export const availableSetCount = (parts: readonly { pieces: number; stock: number; visible: boolean }[]): number =>
  Math.min(...parts.map(({ pieces, stock, visible }) => (visible ? Math.floor(stock / pieces) : 0)))

interface TakenItem {
  id: number
  quantity: number
  parts: readonly SetPart[]
}

/** Returns the pieces that these items take out of stock, by SKU. A set takes its parts. */
export function stockPiecesBySku(items: readonly TakenItem[]): Map<number, number> {
  const taken = new Map<number, number>()
  const take = (id: number, pieces: number) => taken.set(id, (taken.get(id) ?? 0) + pieces)
  for (const { id, quantity, parts } of items) {
    if (parts.length === 0) take(id, quantity)
    for (const { product_sku_id, pieces } of parts) take(product_sku_id, pieces * quantity)
  }
  return taken
}

/**
 * Returns the message for an order that exceeds a SKU's limit per purchase. The limit counts pieces in sets and single
 * pieces together.
 */
export const setPartLimitText = ({ name, sale_limit }: { name: string; sale_limit: number }): string =>
  `${wrapInQuoteMarks(name)}は、セットの中も合わせて、一度に${sale_limit}点までです。`

/**
 * Divides the price of one set (yen) over its parts, in proportion to their regular prices. `list_price`: 通常価格 of the
 * part's pieces.
 */
export const splitSetPrice = (price: Yen, parts: readonly { list_price: Yen }[]): Yen[] =>
  shareByLargestRemainder(
    price,
    parts.map(({ list_price }) => list_price),
  )

interface SoldRow {
  quantity: number
  subtotal: Yen
  gift_promotion_id: number | null
  set_sku_id: number | null
  set_name: string | null
  set_quantity: number | null
}

/** A set as it was sold, with its parts. */
export interface SoldSet<T> {
  set_sku_id: number
  name: string
  quantity: number
  /** Of one set. */
  price: Yen
  subtotal: Yen
  parts: T[]
}

/** Goods that the customer chose (買ったもの): an item, or a set. */
export type BoughtGoods<T> = { item: T; set?: never; gift?: never } | { item?: never; set: SoldSet<T>; gift?: never }
/** Goods in an order: what the customer chose, and gifts (プレゼント). */
export type OrderedGoods<T> = BoughtGoods<T> | { item?: never; set?: never; gift: T }

/**
 * Groups the rows of an order as its documents show them. The parts of a set become one entry, at the position of its
 * first part.
 */
export function groupOrderRows<T extends SoldRow>(rows: readonly T[]): OrderedGoods<T>[] {
  const sets = new Map<number, SoldSet<T>>()
  return rows.flatMap((item): OrderedGoods<T>[] => {
    const { gift_promotion_id, set_sku_id, set_name, set_quantity, subtotal } = item
    if (gift_promotion_id !== null) return [{ gift: item }]
    if (set_sku_id === null) return [{ item }]
    const known = sets.get(set_sku_id)
    if (known) {
      known.parts.push(item)
      known.subtotal += subtotal
      known.price = known.subtotal / known.quantity
      return []
    }
    const quantity = set_quantity!
    const set = { set_sku_id, name: set_name!, quantity, price: subtotal / quantity, subtotal, parts: [item] }
    sets.set(set_sku_id, set)
    return [{ set }]
  })
}

/** Groups the rows of an order into the goods that the customer chose, without gifts. */
export const groupBoughtRows = <T extends SoldRow>(rows: readonly T[]): BoughtGoods<T>[] =>
  groupOrderRows(rows).filter((goods): goods is BoughtGoods<T> => goods.gift === undefined)

/** Returns the SKU that the customer chose: the set, not its parts. */
export const boughtSkuId = ({ item, set }: BoughtGoods<{ product_sku_id: number }>): number =>
  set ? set.set_sku_id : item.product_sku_id

type NamedItem = Parameters<typeof itemPiecesText>[0]

/** Returns the goods of an order as texts, one each: 「椿油(30mL) 2点」. A set is shown by its name only. */
export const orderedPiecesTexts = (rows: readonly (SoldRow & NamedItem)[]): string[] =>
  groupOrderRows(rows).map(({ item, set, gift }) =>
    set ? `${set.name} ${set.quantity}点` : itemPiecesText(item ?? gift),
  )

/** Returns the contents of one set as it was sold: 「椿油 × 1、椿石けん × 2」. */
export const soldSetContentsText = <T extends NamedItem>({
  parts,
  quantity,
}: Pick<SoldSet<T>, 'parts' | 'quantity'>): string =>
  setContentsText(parts.map((part) => ({ name: itemName(part), pieces: part.quantity / quantity })))

/** Returns an item with its quantity, and with the contents of one set: 「贈りもの箱 × 2(椿油 × 1、椿石けん × 2)」. */
export const itemWithContentsText = (
  item: NamedItem & { parts: readonly { name: string; pieces: number }[] },
): string => timesOf(itemQuantityText(item), setContentsText(item.parts))

/** Returns the goods of an order as texts with quantities, one each. A set is shown with its contents. */
export const orderedQuantityTexts = (rows: readonly (SoldRow & NamedItem)[]): string[] =>
  groupOrderRows(rows).map(({ item, set, gift }) =>
    set ? timesOf(`${set.name} × ${set.quantity}`, soldSetContentsText(set)) : itemQuantityText(item ?? gift),
  )

const timesOf = (times: string, contents: string) => (contents === '' ? times : `${times}(${contents})`)

/** Returns the contents of one set: 「椿油 × 1、椿石けん × 2」. */
export const setContentsText = (parts: readonly { name: string; pieces: number }[]): string =>
  parts.map(({ name, pieces }) => `${name} × ${pieces}`).join('、')
