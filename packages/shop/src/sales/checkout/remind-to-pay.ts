import type { Context } from '../../context.ts'
import { remindUnpaidPrepayments } from '../payment/index.ts'
import { mailPaymentReminder } from './internal/payment-mail.ts'

/** A job: お支払いの期限は明日です, by mail. Returns how many were reminded. */
export const sendPaymentReminders = (ctx: Context): Promise<number> =>
  remindUnpaidPrepayments(ctx, (tx, row) => mailPaymentReminder(tx, ctx, row))
