import type { Context } from '../../context.ts'
import { remindAwaited } from '../payment/index.ts'
import { mailReminder } from './internal/payment-mail.ts'

/** A job: お支払いの期限は明日です, by mail. Returns how many were reminded. */
export const remindToPay = (ctx: Context): Promise<number> =>
  remindAwaited(ctx, (tx, row) => mailReminder(tx, ctx, row))
