import { refersTo } from '@kushi/db/in-shop'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_difference } from '@kushi/db/schema/payment'
import { paymentMethodName } from '@kushi/values/payment-method'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { booksOf, type Recorded } from '../rules/books.ts'

/** For the operator: returns a shop's open differences with its providers, oldest first; amounts in yen. */
export async function listDifferences(ctx: Context) {
  const rows = await ctx.db
    .select({ found: payment_difference, paid: payment, order_no: orders.order_no })
    .from(payment_difference)
    .innerJoin(payment, refersTo(payment_difference.payment_id, payment))
    .innerJoin(orders, refersTo(payment.order_id, orders))
    .where(and(eq(payment_difference.shop_id, ctx.shop_id), isNull(payment_difference.resolved_at)))
    .orderBy(asc(payment_difference.id))
  return rows.map(({ found, paid, order_no }) => ({
    payment_id: paid.id,
    shop: paid.shop_id,
    order_no,
    number: paid.provider_order_id,
    method: paymentMethodName(paid.payment_method_id),
    ours: inWords(found.ours),
    theirs: inWords(found.theirs),
    since: found.found_at.toISOString(),
  }))
}
export type Difference = Awaited<ReturnType<typeof listDifferences>>[number]

function inWords(record: Recorded | null): string {
  const { held, taken } = booksOf(record)
  return `${record?.state ?? 'unknown'} held=${held} taken=${taken}`
}
