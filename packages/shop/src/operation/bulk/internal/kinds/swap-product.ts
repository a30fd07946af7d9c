import { isDeepStrictEqual } from 'node:util'
import type { Queryable } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { type SetPart, setPartsSnapshot } from '@kushi/values/product-set'
import { and, eq } from 'drizzle-orm'
import { agreedGoodsKey, loadSkuRows } from '../../../../catalogue/price/index.ts'
import {
  applySubscriptionUpdate,
  lowestPromisedPrice,
  refusePausedSubscription,
  refuseTotalOutOfLimits,
  type SubscriptionChangeRequest,
  type SubscriptionItem,
} from '../../../../sales/subscription/index.ts'
import { invalidFields, ShopError } from '../../../../shop-error.ts'
import { type BulkRowContext, subscriptionBulkOperation } from './kind.ts'

interface Params {
  from_sku_id: number
  to_sku_id: number
}
type SwappedItem = Pick<SubscriptionItem, 'product_sku_id' | 'quantity' | 'following_price'> & {
  is_one_time: boolean
  /** 今回だけ除く: the new item is left out of the same delivery as the old one. Absent: of none. */
  except_cycle?: number | null
  /** For a set, its new parts. Absent: by the member's own rules. */
  parts?: SetPart[]
}

/**
 * 商品を入れ替える. The new product never costs a member more than the old one's promised price, because a higher price needs
 * the member's agreement. A set may replace itself, with its parts of today.
 */
export const swapProductOperation = subscriptionBulkOperation({
  text: ({ from_sku_id, to_sku_id, from_name, to_name }) =>
    from_sku_id === to_sku_id
      ? `セット${wrapInQuoteMarks(String(from_name))}の中身を、いまの中身にする`
      : `${wrapInQuoteMarks(String(from_name))}を${wrapInQuoteMarks(String(to_name))}に入れ替える`,
  async changing(ctx, params) {
    const { from_sku_id, to_sku_id } = params as unknown as Params
    const contents = from_sku_id === to_sku_id ? await contentsOf(ctx, from_sku_id) : null
    return ({ row, items }) => {
      const before = items.map(wantedOf)
      const undo = { version: row.version + 1, items: before }
      return {
        change: contents ? renewing(before, from_sku_id, contents) : putting(swapped(before, from_sku_id, to_sku_id)),
        result: { detail: '商品が入れ替わります', undo },
      }
    }
  },
  undoing: (undo) => putting(undo.items as SwappedItem[]),
})

const wantedOf = (item: SubscriptionItem): Required<SwappedItem> => ({
  product_sku_id: item.product_sku_id,
  quantity: item.quantity,
  except_cycle: item.except_cycle,
  is_one_time: item.only_cycle !== null,
  following_price: lowestPromisedPrice(item),
  parts: item.parts,
})

function swapped(items: readonly Required<SwappedItem>[], from: number, to: number): SwappedItem[] {
  if (!items.some((one) => one.product_sku_id === from)) throw notThere()
  if (items.some((one) => one.product_sku_id === to)) throw thereAlready()
  return items.map(({ parts, ...one }) =>
    one.product_sku_id === from ? { ...one, product_sku_id: to } : { ...one, parts },
  )
}

const notThere = () => new ShopError(409, 'ERROR_NOT_THERE', '入れ替える商品が入っていません。')
const thereAlready = () => new ShopError(409, 'ERROR_THERE_ALREADY', '入れ替え先の商品が、すでに入っています。')

/** Loads the present parts of a set. */
const contentsOf = async (ctx: BulkRowContext, id: number): Promise<SetPart[]> =>
  setPartsSnapshot((await loadSkuRows(ctx, [id])).get(id)!)

/** The same set with its contents of today. */
const renewing = (items: readonly SwappedItem[], id: number, parts: SetPart[]): SubscriptionChangeRequest => ({
  ...putting(items),
  async apply(ctx, loaded) {
    const old = loaded.items.find((one) => one.product_sku_id === id)
    if (!old) throw notThere()
    if (loaded.yearly_total !== null)
      throw new ShopError(409, 'ERROR_PAID_AHEAD', '年払いでお支払い済みの商品は、変更できません。')
    if (parts.length === 0) throw thereAlready()
    if (old.parts.length === 0 || isDeepStrictEqual(parts, old.parts))
      throw new ShopError(409, 'ERROR_SAME_CONTENTS', 'セットの中身は、いまと同じです。')
    return putting(items.map((one) => (one.product_sku_id === id ? { ...one, parts } : one))).apply(ctx, loaded)
  },
})

/**
 * Sets the items by the member's own rules; a new item costs its own price or the promised one, whichever is lower, and
 * goods that the shop chose cost no other 送料 than was agreed.
 */
const putting = (items: readonly SwappedItem[]): SubscriptionChangeRequest => ({
  event: 'updated',
  async apply(ctx, loaded) {
    refusePausedSubscription(loaded.row)
    const changed = await applySubscriptionUpdate(ctx, loaded, { items: [...items] })
    const { agreed_terms } = loaded.row
    const goods = agreedGoodsKey(changed.items!.filter(({ only_cycle }) => only_cycle === null))
    return {
      ...changed,
      set: { ...changed.set, agreed_terms: agreed_terms && { ...agreed_terms, goods } },
      items: changed.items!.map((one) => {
        const wanted = items.find((item) => item.product_sku_id === one.product_sku_id)!
        const { following_price, except_cycle = null, parts = one.parts } = wanted
        return one.id === 0
          ? { ...one, parts, except_cycle, following_price: Math.min(one.following_price, following_price) }
          : { ...one, parts }
      }),
    }
  },
  check: ({ quoted }) => refuseTotalOutOfLimits(quoted),
})

/**
 * Checks a product swap and returns its parameters with the names of both products.
 * @throws ShopError 404 for an unknown SKU, 422 when both are the same and it is not a set
 */
export async function checkProductSwapParams(
  db: Queryable,
  shop_id: number,
  params: Params,
): Promise<Params & Record<string, unknown>> {
  const from = await namedSku(db, shop_id, params.from_sku_id)
  const to = await namedSku(db, shop_id, params.to_sku_id)
  if (from.id === to.id && to.parts.length === 0)
    throw invalidFields([
      { path: 'params.to_sku_id', message_id: 'cmn-err-003', message: '別の商品を選択してください。' },
    ])
  return { ...params, from_name: nameText(from), to_name: nameText(to) }
}

/**
 * Returns name and code of a SKU.
 * @throws ShopError 404
 */
export const requireSkuName = async (db: Queryable, shop_id: number, sku_id: number): Promise<string> =>
  nameText(await namedSku(db, shop_id, sku_id))

const nameText = ({ name, code }: { name: string; code: string }) => `${name}(${code})`

async function namedSku(db: Queryable, shop_id: number, sku_id: number) {
  const [found] = await db
    .select({
      id: product_sku.id,
      name: product.product_name,
      code: product_sku.product_code,
      parts: product_sku.parts,
    })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(and(eq(product_sku.shop_id, shop_id), eq(product_sku.id, sku_id)))
  if (!found) throw new ShopError(404, 'ERROR_NOT_FOUND', '商品が見つかりませんでした。')
  return found
}
