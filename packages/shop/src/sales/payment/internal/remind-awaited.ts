import type { Tx } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { addDays } from '@kushi/values/calendar-date'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { PaymentRow } from './claim-payment.ts'

/** Payments per run; the next run continues. */
const MOST = 200

/**
 * お支払いの期限は明日です: calls `tell` once for each unpaid 前払い, on the day before its deadline, from nine o'clock on. Payments
 * of orders placed that day get no reminder. Returns how many were reminded.
 */
export async function remindUnpaidPrepayments(
  ctx: Context,
  tell: (tx: Tx, row: PaymentRow) => Promise<void>,
): Promise<number> {
  const { db, shop_id, clock } = ctx
  const today = clock.today()
  const tomorrow = addDays(today, 1)
  if (clock.now() < new Date(`${today}T09:00:00+09:00`)) return 0
  // Partly paid orders are left out: their mail about the missing amount named the day.
  const isUnpaid = and(eq(payment.state, 'awaiting'), eq(payment.captured_amount, 0))
  const isUnreminded = and(isUnpaid, isNull(payment.reminded_at))
  const isDue = lte(payment.pay_until, new Date(`${tomorrow}T23:59:59.999+09:00`))
  const rows = await db
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), isUnreminded, isDue))
    .orderBy(asc(payment.pay_until), asc(payment.id))
    .limit(MOST)
  let reminded = 0
  for (const row of rows) {
    const isTold =
      timestampToJapanDate(row.pay_until!.getTime()) !== tomorrow ||
      timestampToJapanDate(row.created_at.getTime()) === today
    await db.transaction(async (tx) => {
      const [taken] = await tx
        .update(payment)
        .set({ reminded_at: clock.now() })
        .where(and(eq(payment.shop_id, shop_id), sameRowCondition(payment, row), isUnreminded))
        .returning()
      if (!taken || isTold) return
      await tell(tx, taken)
      reminded += 1
    })
  }
  return reminded
}
