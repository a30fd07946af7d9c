import { createHash } from 'node:crypto'
import { issued_document, type orders } from '@kushi/db/schema/order'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import type { Invoice } from '../../ports/document-port.ts'
import { ShopError } from '../../shop-error.ts'

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

type Row = typeof issued_document.$inferSelect
type DocumentFacts = Pick<Row, 'order_id' | 'document_type' | 'title' | 'issued_on' | 'amount' | 'party'>
/** The signature of a row and its file, so that a change of either is noticed. */
const signOf = ({ order_id, document_type, title, issued_on, amount, party }: DocumentFacts, content: Uint8Array) =>
  sha256(JSON.stringify([order_id, document_type, title, issued_on, amount, party, sha256(content)]))

/** Versions of one document of an order that are kept: each takes about 24 KB for as long as the law asks. */
const MAX_VERSIONS = 40

/**
 * 電子帳簿保存法: stores a document as it is issued, and returns the bytes to issue. A document with the same words on the
 * same day is not rendered again; the stored bytes are returned.
 * @throws ShopError 409 for too many versions
 */
export async function storeIssuedDocument(
  ctx: Pick<QueryContext, 'db' | 'clock' | 'ports' | 'shop_id'>,
  { id: order_id }: Pick<typeof orders.$inferSelect, 'id'>,
  invoice: Invoice & { type: Row['document_type'] },
): Promise<Uint8Array<ArrayBuffer>> {
  const { db, shop_id } = ctx
  const printed_sha256 = sha256(JSON.stringify(invoice))
  const { type: document_type, title, issued_on, payment_total: amount, addressee: party } = invoice
  const ofOrder = and(
    eq(issued_document.shop_id, shop_id),
    eq(issued_document.order_id, order_id),
    eq(issued_document.document_type, document_type),
  )
  const same = and(ofOrder, eq(issued_document.printed_sha256, printed_sha256))
  const given = async () => {
    const [known] = await db.select({ content: issued_document.content }).from(issued_document).where(same)
    return known?.content ? new Uint8Array(known.content) : null
  }
  const before = await given()
  if (before) return before
  if ((await db.$count(issued_document, ofOrder)) >= MAX_VERSIONS)
    throw new ShopError(
      409,
      'ERROR_DOCUMENT_UNAVAILABLE',
      `このご注文の${title}は、宛名や日付の違うものを${MAX_VERSIONS}回発行しています。続けて必要なときは、お問い合わせください。`,
    )
  const content = await ctx.ports.document.render(invoice)
  const row = { order_id, document_type, title, issued_on, amount, party, printed_sha256, created_at: ctx.clock.now() }
  const inserted = await db
    .insert(issued_document)
    .values({ shop_id, ...row, content: Buffer.from(content), sha256: signOf(row, content) })
    .onConflictDoNothing()
    .returning({ id: issued_document.id })
  // Another request was faster: both give out the same bytes.
  return inserted.length > 0 ? content : ((await given()) ?? content)
}

const PAGE = 200

/** 照合: recomputes each hash, and yields the documents that differ from what was issued. */
export async function* verifyIssuedDocuments({
  db,
  shop_id,
}: Pick<Context, 'db' | 'shop_id'>): AsyncGenerator<{ id: number; title: string; issued_on: string }> {
  for (let last = 0; ; ) {
    const page = await db
      .select()
      .from(issued_document)
      .where(and(eq(issued_document.shop_id, shop_id), gt(issued_document.id, last), isNull(issued_document.erased_at)))
      .orderBy(asc(issued_document.id))
      .limit(PAGE)
    for (const row of page)
      if (row.content === null || signOf(row, row.content) !== row.sha256)
        yield { id: row.id, title: row.title, issued_on: row.issued_on }
    if (page.length < PAGE) return
    last = page.at(-1)!.id
  }
}
