import { paymentMethodName } from '@kushi/values/payment-method'
import type { Context } from '../../context.ts'
import { listDue } from './internal/list-due.ts'
import { showSubscription } from './internal/show-subscription.ts'

/** For the operator: returns what today's run would arrange. Changes nothing. */
export async function previewDay(ctx: Context, limit = 500) {
  const { due } = await listDue(ctx, 0, limit)
  const rows = []
  for (const loaded of due) {
    const { row } = loaded
    const { view, quoted } = await showSubscription(
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
