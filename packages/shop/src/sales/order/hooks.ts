import type { Tx } from '@kushi/db/connect'
import type { Context } from '../../context.ts'
import { hook } from '../../hook.ts'
import type { OrderRow } from './internal/order-row.ts'

// Each runs in the transaction that writes the order or its payment, with the subscription and the order locked.

/** The first order of a 定期便 is not paid, so the subscription never begins. */
export const subscriptionNotStarted = hook<(tx: Tx, order: OrderRow, subscription_id: number) => Promise<void>>(
  'the first order of a subscription is refused',
)

/**
 * The amounts of these orders changed for accounting and reports: sold, credited, cancelled, or refunded outside the
 * provider.
 */
export const orderMoneyChanged = hook<
  (tx: Tx, ctx: Pick<Context, 'clock' | 'shop_id'>, order_ids: readonly number[]) => Promise<void>
>('the money of orders has changed')

/** Hook: these orders were shipped, cancelled or returned. None of them was unpaid before. */
export const ordersMoved = hook<
  (
    tx: Tx,
    moment: { shop_id: number; at: Date },
    status: 'shipped' | 'cancelled' | 'returned',
    order_ids: readonly number[],
  ) => Promise<void>
>('orders are shipped, cancelled or returned')
