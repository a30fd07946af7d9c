import type { BoughtAgain } from '@kushi/contract/order'
import { order_item, orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { boughtSkuSql } from '@kushi/db/set-parts'
import { refersToCondition } from '@kushi/db/shop-scope'
import { CART_TYPE } from '@kushi/values/cart'
import { SALE_TYPE } from '@kushi/values/product'
import { groupBoughtRows } from '@kushi/values/product-set'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Handler, MemberContext } from '../../context.ts'
import { notFound } from '../../shop-error.ts'
import { syncCart } from '../cart/index.ts'
import { ownOrdersCondition } from './internal/order-row.ts'

/**
 * もう一度購入: merges the items of an order into the member's cart, like a guest's cart at login, and reports the result for
 * each. Adds them as single purchases where they are sold that way, so that no customer starts a second subscription by
 * accident.
 */
export const buyAgain: Handler<'POST /v1/order/public/buy-again'> = async (ctx, { order_no, idempotency_key }) => {
  const items = await itemsOf(ctx, order_no)
  if (items.length === 0) throw notFound()
  const { items: cart, problems } = await syncCart(ctx, { idempotency_key, items })
  return { items: items.map((item) => ({ ...item, ...outcome(item, problems) })), cart }
}

type Problem = Awaited<ReturnType<typeof syncCart>>['problems'][number]
type Outcome = Pick<BoughtAgain, 'result' | 'error' | 'message'>

function outcome(item: { product_sku_id: number; subscription: number }, problems: readonly Problem[]): Outcome {
  const problem = problems.find(
    (each) => each.product_sku_id === item.product_sku_id && each.subscription === item.subscription,
  )
  if (!problem) return { result: 'added', error: null, message: null }
  return { result: problem.quantity > 0 ? 'limited' : 'refused', error: problem.error, message: problem.message }
}

/** A 再送 repeats rows of the order that was bought. */
const boughtWith = sql`case when ${orders.replacement_kind} = 'resend' then ${orders.replaces_order_id} else ${orders.id} end`

async function itemsOf(ctx: MemberContext, order_no: string) {
  const rows = await ctx.db
    .select({
      item: order_item,
      sale_type: product.sale_type,
    })
    .from(orders)
    .innerJoin(order_item, and(eq(order_item.shop_id, orders.shop_id), eq(order_item.order_id, boughtWith)))
    .innerJoin(product_sku, and(eq(product_sku.shop_id, order_item.shop_id), eq(product_sku.id, boughtSkuSql)))
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(and(ownOrdersCondition(ctx), eq(orders.order_no, order_no), isNull(order_item.gift_promotion_id)))
    .orderBy(asc(order_item.id))
  return groupBoughtRows(rows.map(({ item, sale_type }) => ({ ...item, sale_type }))).map(({ item, set }) => {
    if (set) {
      const { set_sku_id: product_sku_id, name: product_name, quantity } = set
      return {
        product_sku_id,
        product_name,
        set_item_name1: null,
        set_item_name2: null,
        quantity,
        subscription: CART_TYPE.normal,
      }
    }
    const { product_sku_id, product_name, set_item_name1, set_item_name2, quantity, sale_type } = item
    const subscription: 0 | 1 = sale_type === SALE_TYPE.subscription ? CART_TYPE.subscription : CART_TYPE.normal
    return { product_sku_id, product_name, set_item_name1, set_item_name2, quantity, subscription }
  })
}
