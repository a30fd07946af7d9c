import { quoteName } from './price.ts'
import { itemName, itemPieces, itemTimes } from './product.ts'
import { shareByLargestRemainder } from './share.ts'
import type { Yen } from './yen.ts'

/** セットの中身: so many pieces of another SKU in one set. */
export interface SetPart {
  product_sku_id: number
  pieces: number
}

export const MAX_SET_PARTS = 20

/** What one of these consists of, to be kept with a promise. */
export const promisedParts = ({ parts }: { parts: readonly SetPart[] }): SetPart[] =>
  parts.map(({ product_sku_id, pieces }) => ({ product_sku_id, pieces }))

/** How many sets these parts make: the scarcest decides. A part that is not on sale makes none. */
export const setStock = (parts: readonly { pieces: number; stock: number; visible: boolean }[]): number =>
  Math.min(...parts.map(({ pieces, stock, visible }) => (visible ? Math.floor(stock / pieces) : 0)))

interface TakenItem {
  id: number
  quantity: number
  parts: readonly SetPart[]
}

/** How many pieces of each SKU these items take out of stock: a set takes its parts. */
export function takenPieces(items: readonly TakenItem[]): Map<number, number> {
  const taken = new Map<number, number>()
  const take = (id: number, pieces: number) => taken.set(id, (taken.get(id) ?? 0) + pieces)
  for (const { id, quantity, parts } of items) {
    if (parts.length === 0) take(id, quantity)
    for (const { product_sku_id, pieces } of parts) take(product_sku_id, pieces * quantity)
  }
  return taken
}

/** The limit of a SKU holds for all its pieces, in sets and beside them. */
export const overPartLimit = ({ name, sale_limit }: { name: string; sale_limit: number }): string =>
  `${quoteName(name)}は、セットの中も合わせて、一度に${sale_limit}点までです。`

/** The price of one set over its parts, by what they cost alone (`list_price`: 通常価格 of their pieces). */
export const shareSetPrice = (price: Yen, parts: readonly { list_price: Yen }[]): Yen[] =>
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

/** 買ったもの: what the customer chose. */
export type BoughtGoods<T> = { item: T; set?: never; gift?: never } | { item?: never; set: SoldSet<T>; gift?: never }
/** What an order has: what was bought, and プレゼント beside it. */
export type OrderedGoods<T> = BoughtGoods<T> | { item?: never; set?: never; gift: T }

/** The rows of an order, made for stock and packing, as its papers show them: the parts of a set together, where its first one stands. */
export function asOrdered<T extends SoldRow>(rows: readonly T[]): OrderedGoods<T>[] {
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

/** Of the rows of an order what was bought. */
export const asBought = <T extends SoldRow>(rows: readonly T[]): BoughtGoods<T>[] =>
  asOrdered(rows).filter((goods): goods is BoughtGoods<T> => goods.gift === undefined)

/** The SKU that was bought: a set, and not its parts. */
export const boughtSkuId = ({ item, set }: BoughtGoods<{ product_sku_id: number }>): number =>
  set ? set.set_sku_id : item.product_sku_id

type NamedItem = Parameters<typeof itemPieces>[0]

/** 「椿油(30mL) 2点」, one entry for each thing of an order; of a set its name only. */
export const orderedPieces = (rows: readonly (SoldRow & NamedItem)[]): string[] =>
  asOrdered(rows).map(({ item, set, gift }) => (set ? `${set.name} ${set.quantity}点` : itemPieces(item ?? gift)))

/** What is in one of these sets, as they were sold. */
export const soldContents = <T extends NamedItem>({
  parts,
  quantity,
}: Pick<SoldSet<T>, 'parts' | 'quantity'>): string =>
  contentsText(parts.map((part) => ({ name: itemName(part), pieces: part.quantity / quantity })))

/** 「贈りもの箱 × 2(椿油 × 1、椿石けん × 2)」: items with their quantity, of a set with what is in one. */
export const setTimes = (item: NamedItem & { parts: readonly { name: string; pieces: number }[] }): string =>
  timesOf(itemTimes(item), contentsText(item.parts))

/** The same of the rows of an order, one entry for each thing. */
export const orderedTimes = (rows: readonly (SoldRow & NamedItem)[]): string[] =>
  asOrdered(rows).map(({ item, set, gift }) =>
    set ? timesOf(`${set.name} × ${set.quantity}`, soldContents(set)) : itemTimes(item ?? gift),
  )

const timesOf = (times: string, contents: string) => (contents === '' ? times : `${times}(${contents})`)

/** 「椿油 × 1、椿石けん × 2」: what is in one set. */
export const contentsText = (parts: readonly { name: string; pieces: number }[]): string =>
  parts.map(({ name, pieces }) => `${name} × ${pieces}`).join('、')
