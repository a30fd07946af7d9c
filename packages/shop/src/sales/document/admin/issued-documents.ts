import { type IssuedDocument, issuedDocumentList } from '@kushi/contract/admin/issued-document'
import { issued_document, orders } from '@kushi/db/schema/order'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { escapeLike } from '@kushi/values/text'
import { eq, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  type ListSource,
  loadListPage,
  type OperatorContext,
  rowCounter,
} from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound } from '../../../shop-error.ts'
import { orderAuditSubject } from '../../order/index.ts'

const source = ({
  db,
  shop_id,
}: Pick<OperatorContext, 'db' | 'shop_id'>): ListSource<typeof issuedDocumentList, IssuedDocument> => ({
  where: eq(issued_document.shop_id, shop_id),
  shows_all: true,
  id: issued_document.id,
  sorts: { issued_on: issued_document.issued_on, amount: issued_document.amount },
  filters: {
    issued_on: issued_document.issued_on,
    amount: issued_document.amount,
    document_type: issued_document.document_type,
  },
  search: (words) => ({
    db,
    ids: [
      sql`select id from ${issued_document} where shop_id = ${shop_id} and party like ${`${escapeLike(words)}%`}`,
      sql`select d.id from ${issued_document} d join ${orders} o on o.shop_id = ${shop_id} and o.id = d.order_id
        where d.shop_id = ${shop_id} and o.order_no = ${words.toUpperCase()}`,
    ],
    row: sql`(${issued_document.party} like ${`${escapeLike(words)}%`} or ${issued_document.order_id} in (
      select id from ${orders} where shop_id = ${shop_id} and order_no = ${words.toUpperCase()}))`,
  }),
  rows: ({ where, orderBy, limit, sort_value }) =>
    db
      .select({
        id: issued_document.id,
        issued_on: issued_document.issued_on,
        document_type: sql<IssuedDocument['document_type']>`${issued_document.document_type}`,
        title: issued_document.title,
        order_id: issued_document.order_id,
        order_no: orders.order_no,
        party: issued_document.party,
        amount: issued_document.amount,
        sha256: issued_document.sha256,
        is_erased: sql<boolean>`${issued_document.erased_at} is not null`,
        sort_value,
      })
      .from(issued_document)
      .innerJoin(orders, refersToCondition(issued_document.order_id, orders))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  count: rowCounter(db, issued_document),
})

/** 発行した書類. */
export const listIssuedDocuments: AdminHandler<'GET /admin/v1/documents'> = (ctx, query) =>
  loadListPage(issuedDocumentList, query, source(ctx))

/** The file as it was given out. @throws ShopError 404 */
export const downloadIssuedDocument: AdminHandler<'POST /admin/v1/documents/content'> = async (ctx, { id }) => {
  const { db, shop_id } = ctx
  const [found] = await db
    .select({ document: issued_document, order: orders })
    .from(issued_document)
    .innerJoin(orders, refersToCondition(issued_document.order_id, orders))
    .where(sameRowCondition(issued_document, { shop_id, id }))
  if (!found?.document.content) throw notFound()
  const { document, order } = found
  await recordAudit(db, ctx, { ...orderAuditSubject(order), after: { document_type: document.document_type } })
  async function* content() {
    yield new Uint8Array(document.content!)
  }
  return { file_name: `${document.title}_${order.order_no}_${document.issued_on}.pdf`, content: content() }
}
