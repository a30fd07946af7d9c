import type { Queryable } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { refersTo } from '@kushi/db/shop-scope'
import { quoteName } from '@kushi/values/price'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq } from 'drizzle-orm'
import {
  applyUpdate,
  type ChangeRequest,
  leastPromised,
  paused,
  refuseTotal,
  type SubscriptionItem,
} from '../../../../sales/subscription/index.ts'
import { ShopError } from '../../../../shop-error.ts'
import { ofSubscriptions } from './kind.ts'

interface Params {
  from_sku_id: number
  to_sku_id: number
}
type SwappedItem = Pick<SubscriptionItem, 'product_sku_id' | 'quantity' | 'following_price'> & { is_one_time: boolean }

/**
 * 商品を入れ替える. The new product never costs a member more than was promised for the old one: an increase needs the member's
 * agreement, which this job can't request.
 */
export const swapProduct = ofSubscriptions({
  text: ({ from_name, to_name }) => `${quoteName(String(from_name))}を${quoteName(String(to_name))}に入れ替える`,
  changing(_, params) {
    const { from_sku_id, to_sku_id } = params as unknown as Params
    return ({ row, items }) => {
      const before = items.map(wantedOf)
      const undo = { version: row.version + 1, items: before }
      return {
        change: putting(swapped(before, from_sku_id, to_sku_id)),
        result: { detail: '商品が入れ替わります', undo },
      }
    }
  },
  undoing: (undo) => putting(undo.items as SwappedItem[]),
})

const wantedOf = (item: SubscriptionItem): SwappedItem => ({
  product_sku_id: item.product_sku_id,
  quantity: item.quantity,
  is_one_time: item.only_cycle !== null,
  following_price: leastPromised(item),
})

function swapped(items: readonly SwappedItem[], from: number, to: number): SwappedItem[] {
  const old = items.find((one) => one.product_sku_id === from)
  if (!old) throw new ShopError(409, 'ERROR_NOT_THERE', '入れ替える商品が入っていません。')
  if (items.some((one) => one.product_sku_id === to))
    throw new ShopError(409, 'ERROR_THERE_ALREADY', '入れ替え先の商品が、すでに入っています。')
  return items.map((one) => (one === old ? { ...one, product_sku_id: to } : one))
}

/** Sets the items by the member's own rules; a new item costs its own price or the promised one, whichever is lower. */
const putting = (items: readonly SwappedItem[]): ChangeRequest => ({
  event: 'updated',
  async apply(ctx, loaded) {
    if (loaded.row.summary_status === SUBSCRIPTION_STATUS.pause) throw paused()
    const changed = await applyUpdate(ctx, loaded, { items: [...items] })
    const promised = (one: SubscriptionItem) =>
      items.find((item) => item.product_sku_id === one.product_sku_id)?.following_price ?? leastPromised(one)
    return {
      ...changed,
      items: changed.items!.map((one) =>
        one.id === 0 ? { ...one, following_price: Math.min(one.following_price, promised(one)) } : one,
      ),
    }
  },
  check: ({ quoted }) => refuseTotal(quoted),
})

/**
 * The params with the names of both products, which the job keeps.
 * @throws ShopError 422 when the shop does not have a SKU
 */
export async function nameSwap(
  db: Queryable,
  shop_id: number,
  params: Params,
): Promise<Params & Record<string, unknown>> {
  const nameOf = (sku_id: number) => nameOfSku(db, shop_id, sku_id)
  return { ...params, from_name: await nameOf(params.from_sku_id), to_name: await nameOf(params.to_sku_id) }
}

/** @throws ShopError 422 */
export async function nameOfSku(db: Queryable, shop_id: number, sku_id: number): Promise<string> {
  const [found] = await db
    .select({ name: product.product_name, code: product_sku.product_code })
    .from(product_sku)
    .innerJoin(product, refersTo(product_sku.product_id, product))
    .where(and(eq(product_sku.shop_id, shop_id), eq(product_sku.id, sku_id)))
  if (!found) throw new ShopError(422, 'ERROR_NOT_FOUND', '商品が見つかりませんでした。')
  return `${found.name}(${found.code})`
}
