import { isAnyOfCondition, valuesTableSql } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { and, eq, sql } from 'drizzle-orm'

/** The amounts (yen) settled now, of a payment and of its refunds. */
interface SettledAmounts {
  id: number
  settled_amount: number
  settled_refund: number
}

/** 入金消込: adds what the providers have settled. The caller has locked the rows, each once. */
export async function settlePayments(tx: Queryable, shop_id: number, all: readonly SettledAmounts[]): Promise<void> {
  const rows = all.filter(({ settled_amount, settled_refund }) => settled_amount !== 0 || settled_refund !== 0)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.execute(sql`
    update ${payment} set settled_amount = ${payment.settled_amount} + n.settled_amount,
      settled_refund = ${payment.settled_refund} + n.settled_refund
    from ${valuesTableSql(payment, rows)} n
    where ${and(eq(payment.shop_id, shop_id), isAnyOfCondition(payment.id, ids))} and ${payment.id} = n.id`)
}
