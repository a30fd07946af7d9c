import { order_note, orders } from '@kushi/db/schema/order'
import { and, eq } from 'drizzle-orm'
import { type AdminHandler, canSeePersonalData } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { loadDocumentSource, renderOrderDocument } from '../internal/make-document.ts'
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

/** 領収書・納品書・適格返還請求書, for customers who ask by phone. The audit log records the number of the receipt. */
export const issueDocument: AdminHandler<'POST /admin/v1/orders/{id}/documents'> = async (ctx, { id, ...words }) => {
  // The documents contain a name and an address.
  if (!canSeePersonalData(ctx))
    throw new ShopError(
      403,
      'ERROR_FORBIDDEN',
      'お客様の情報を含む書類を発行する権限がありません。店長にご相談ください。',
    )
  const found = await loadDocumentSource(ctx.db, and(eq(orders.shop_id, ctx.shop_id), eq(orders.id, id)))
  const subject = orderAuditSubject(found.order)
  const { type } = words
  const file = await renderOrderDocument(ctx, found, words, (tx, issue_no) =>
    recordAudit(tx, ctx, { ...subject, after: { document_type: type, issue_no } }),
  )
  if (ctx.trail.entries === 0) await recordAudit(ctx.db, ctx, { ...subject, after: { document_type: type } })
  return { file_name: file.file_name, content: inOnePiece(file.content) }
}

async function* inOnePiece(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
