import { orders } from '@kushi/db/schema/order'
import { and, eq, or } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { ownOrdersCondition } from '../order/index.ts'
import { loadDocumentSource, renderOrderDocument } from './internal/make-document.ts'

/** 領収書・納品書・適格返還請求書 of the member's own orders. @throws ShopError 404, 409 ERROR_DOCUMENT_UNAVAILABLE with the reason */
export const exportDocument: Handler<'GET /v1/file/export/pdf/{orderId}'> = async (ctx, { orderId, ...words }) => {
  const id = /^\d{1,9}$/.test(orderId) ? Number(orderId) : null
  const named = or(eq(orders.order_no, orderId), id === null ? undefined : eq(orders.id, id))
  const found = await loadDocumentSource(ctx.db, and(ownOrdersCondition(ctx), named))
  await consumeLimit(ctx, 'document', { account: String(ctx.customer_id) })
  return renderOrderDocument(ctx, found, words)
}
