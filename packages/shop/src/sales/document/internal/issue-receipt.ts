import type { Tx } from '@kushi/db/connect'
import { order_document, orders } from '@kushi/db/schema/order'
import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

/**
 * A download that is repeated within this time with the same words, for example after it broke off, is not a second
 * receipt.
 */
const sameMinutes = 10

/**
 * Returns the number of this receipt of the order: 1 is the first; from 2 on it is marked 再発行. Saves it with its words,
 * because the shop is responsible for every receipt that it issues.
 */
export function issueReceipt(
  ctx: Context,
  order_id: number,
  words: { addressee: string; proviso: string },
  also?: (tx: Tx, issueNo: number) => Promise<void>,
): Promise<number> {
  const { shop_id } = ctx
  return ctx.db.transaction(async (tx) => {
    // The lock prevents two concurrent calls from both issuing the first receipt.
    await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.shop_id, shop_id), eq(orders.id, order_id)))
      .for('no key update')
    const [last] = await tx
      .select()
      .from(order_document)
      .where(
        and(
          eq(order_document.shop_id, shop_id),
          eq(order_document.order_id, order_id),
          eq(order_document.document_type, 'receipt'),
        ),
      )
      .orderBy(desc(order_document.issue_no))
      .limit(1)
    const created_at = ctx.clock.now()
    const isRecent = last && created_at.getTime() - last.created_at.getTime() < sameMinutes * 60_000
    const isSame = isRecent && last.addressee === words.addressee && last.proviso === words.proviso
    const issue_no = (last?.issue_no ?? 0) + (isSame ? 0 : 1)
    await also?.(tx, issue_no)
    if (isSame) return issue_no
    const document = { shop_id, order_id, document_type: 'receipt' as const, issue_no, ...words, created_at }
    await tx.insert(order_document).values(document)
    return issue_no
  })
}
