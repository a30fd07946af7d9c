import { paymentMethodName } from '@kushi/values/payment-method'
import type { Context } from '../../context.ts'
import { listDueSubscriptions } from './internal/list-due.ts'
import { buildSubscriptionView } from './internal/show-subscription.ts'

/** Returns what today's run would arrange, for the operator. Changes nothing. */
export async function previewDailyRun(ctx: Context, limit = 500) {
  const { due } = await listDueSubscriptions(ctx, 0, limit)
  const rows = []
  for (const loaded of due) {
    const { row } = loaded
    const { view, quoted } = await buildSubscriptionView(
      { ...ctx, shop_id: row.shop_id, customer_id: row.customer_id },
      loaded,
    )
    rows.push({
      subscription: row.id,
      shop: row.shop_id,
      cycle: row.cycle,
      delivery: row.next_delivery_date,
      status: view.summary_status_name,
      payment: paymentMethodName(view.payment_method_id),
      total: view.payment_total,
      problem: quoted.refusal?.message ?? quoted.problems[0]?.message ?? '',
    })
  }
  return rows
}
