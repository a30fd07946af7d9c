import { shop_payment } from '@kushi/db/schema/delivery'
import { PREPAYMENT_DAYS_RANGE } from '@kushi/values/limits'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

/** 前払い: days within which the shop lets its customers pay by this method, the day of the order not counted. */
export async function loadPayWithinDays({ db, shop_id }: Context, payment_method_id: number | null): Promise<number> {
  const [row] = await db
    .select({ pay_within_days: shop_payment.pay_within_days })
    .from(shop_payment)
    .where(and(eq(shop_payment.shop_id, shop_id), sql`${shop_payment.payment_method_id} = ${payment_method_id}`))
  return row?.pay_within_days ?? PREPAYMENT_DAYS_RANGE.default
}
