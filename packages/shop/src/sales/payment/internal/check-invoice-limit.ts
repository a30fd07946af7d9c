import type { Queryable, Tx } from '@kushi/db/connect'
import { isDeferredPayment, isPrepaidMethod } from '@kushi/values/payment-method'
import { sql } from 'drizzle-orm'
import type { MemberQueryContext } from '../../../context.ts'
import { contextInTransaction } from '../../../context.ts'
import { checkPayment } from './check-payment.ts'

interface AmountDue {
  payment_method_id: number | null
  payment_total: number
  is_subscription: boolean
  is_first_delivery?: boolean
}

/**
 * Checks the member's limit for unpaid orders again, inside the transaction that writes the order. Of two concurrent
 * orders the second one therefore counts what the member owes for the first.
 * @throws ShopError 422 beside the method
 */
export async function checkInvoiceLimit(
  tx: Tx,
  ctx: MemberQueryContext,
  { payment_total: amount, payment_method_id, is_subscription, is_first_delivery }: AmountDue,
): Promise<void> {
  if (!(await lockInvoiceDebt(tx, { payment_method_id, customer_id: ctx.customer_id }))) return
  await checkPayment(contextInTransaction(ctx, tx), {
    ...{ payment_method_id, is_subscription, is_first_delivery, amount },
    mail_delivery_flag: false,
  })
}

/**
 * Locks what the member owes by invoice or 前払い until the transaction ends, so that no other transaction counts it or adds to
 * it; returns false for another method. Taken after the subscription's row and before the stock, to
 * avoid deadlocks.
 */
export async function lockInvoiceDebt(
  db: Queryable,
  { payment_method_id, customer_id }: { payment_method_id: number | null; customer_id: number },
): Promise<boolean> {
  if (!isDeferredPayment(payment_method_id) && !isPrepaidMethod(payment_method_id)) return false
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`owed by ${customer_id}`}, 0))`)
  return true
}
