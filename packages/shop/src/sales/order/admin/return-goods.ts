import type { Queryable } from '@kushi/db/connect'
import { order_item, orders } from '@kushi/db/schema/order'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { REPLACEMENT_KIND_NAME } from '@kushi/values/order-status'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { writeStockChange } from '../../../catalogue/product/index.ts'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { refusedField, ShopError } from '../../../shop-error.ts'
import { lockOrderRow } from '../internal/lock-order.ts'
import { findShopOrder, loadOrderItems, type OrderRow, orderAuditSubject } from '../internal/order-row.ts'
import { returnSettlementRefusal } from '../rules/replacement.ts'
import { orderDetail } from './show-order.ts'

/**
 * 戻った商品: settles, once, the returned items of the original of a 再送・交換. `restock` puts them back into stock, recorded as
 * 訂正 with the reason.
 * @throws ShopError 409 when it is settled already; 422 for `restock` when a 返品 of the original already decided about
 * the stock
 */
export const settleReturnedGoods: AdminHandler<'POST /admin/v1/orders/{id}/goods-back'> = async (
  ctx,
  { id, ...asked },
) => {
  const { restock, decision_reason } = asked
  const { replaces_order_id } = await findShopOrder(ctx, id)
  await ctx.db.transaction(async (tx) => {
    // Locks the original first, because its 返品 also restocks and locks the replacement's items.
    const original = replaces_order_id && (await lockOrderRow(tx, { shop_id: ctx.shop_id, id: replaces_order_id }))
    const [order] = await tx
      .select()
      .from(orders)
      .where(sameRowCondition(orders, { shop_id: ctx.shop_id, id }))
      .for('update')
    const { order_no, replacement_kind } = order!
    const refusal = returnSettlementRefusal(order!)
    if (refusal) throw new ShopError(409, 'ERROR_ORDER_STATUS', refusal)
    if (restock && original && original.status === 'returned')
      throw refusedField(
        'restock',
        '元の注文は返品済みです。在庫に入れるかどうかは、返品のときに決めています。チェックを外してください。',
      )
    const now = ctx.clock.now()
    await tx.update(orders).set({ goods_back_at: now, updated_at: now }).where(sameRowCondition(orders, order!))
    await recordAudit(tx, ctx, { ...orderAuditSubject(order!), after: { goods_back: true, restock, decision_reason } })
    if (!restock) return
    const reason = `${order_no} の${REPLACEMENT_KIND_NAME[replacement_kind!]}で戻った商品: ${decision_reason}`.slice(
      0,
      200,
    )
    for (const [sku, quantity] of await piecesBack(tx, order!)) {
      const idempotency_key = `goods-back-${order_no}-${sku}`
      await writeStockChange(tx, ctx, 'correction', { id: sku, quantity, reason, idempotency_key })
    }
  })
  return orderDetail(ctx, ctx.db, id)
}

/** The pieces of the original that this order replaces, by SKU, sorted in the order in which stock is locked. */
async function piecesBack(db: Queryable, order: OrderRow): Promise<[sku: number, pieces: number][]> {
  const sent = await loadOrderItems(db, order)
  const originals = await db
    .select()
    .from(order_item)
    .where(
      and(
        eq(order_item.shop_id, order.shop_id),
        inArray(
          order_item.id,
          sent.map(({ replaces_item_id }) => replaces_item_id!),
        ),
      ),
    )
    .orderBy(asc(order_item.product_sku_id))
  const back = new Map<number, number>()
  for (const { id, product_sku_id } of originals)
    for (const { replaces_item_id, quantity } of sent)
      if (replaces_item_id === id) back.set(product_sku_id, (back.get(product_sku_id) ?? 0) + quantity)
  return [...back]
}
