import type { Context } from '../../context.ts'
import { mailPaymentReminder } from '../order/index.ts'
import { remindUnpaidPrepayments } from '../payment/index.ts'

/** A job: お支払いの期限は明日です, by mail. Returns how many were reminded. */
export const sendPaymentReminders = (ctx: Context): Promise<number> =>
  remindUnpaidPrepayments(ctx, (tx, row) => mailPaymentReminder(tx, ctx, row))
