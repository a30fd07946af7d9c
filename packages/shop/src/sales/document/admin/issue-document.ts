import { orders } from '@kushi/db/schema/order'
import { and, eq } from 'drizzle-orm'
import { type AdminHandler, canSeePersonalData } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { orderAuditSubject } from '../../order/index.ts'
import { loadDocumentSource, renderOrderDocument } from '../internal/make-document.ts'

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
