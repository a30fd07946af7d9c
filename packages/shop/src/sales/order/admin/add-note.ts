import { order_note } from '@kushi/db/schema/order'
import { and, eq } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { findShopOrder, orderAuditSubject } from '../internal/order-row.ts'
import { orderDetail } from './show-order.ts'

/** The most notes of an order that a page can show. */
const MAX_NOTES = 100

export const addOrderNote: AdminHandler<'POST /admin/v1/orders/{id}/notes'> = async (ctx, { id, body }) => {
  const order = await findShopOrder(ctx, id)
  const { shop_id } = ctx
  return ctx.db.transaction(async (tx) => {
    const there = and(eq(order_note.shop_id, shop_id), eq(order_note.order_id, id))
    if ((await tx.$count(order_note, there)) >= MAX_NOTES)
      throw new ShopError(409, 'ERROR_TOO_MANY', `メモは${MAX_NOTES}件までです。会員のメモもお使いください。`)
    const note = { shop_id, order_id: id, body, operator_id: ctx.operator.id, created_at: ctx.clock.now() }
    const [added] = await tx.insert(order_note).values(note).returning({ id: order_note.id })
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), after: { order_note_id: added!.id } })
    return orderDetail(ctx, tx, id)
  })
}
