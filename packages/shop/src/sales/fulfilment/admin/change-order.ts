import { personalFields } from '@kushi/contract/personal'
import type { Tx } from '@kushi/db/connect'
import { listDiscounts } from '@kushi/values/promotion'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import {
  findShopOrder,
  orderAuditSubject,
  orderDetail,
  type PlannedChange,
  paymentChangeText,
  planOrderChange,
} from '../../order/index.ts'
import { translateForOperator } from '../../payment/index.ts'
import { refuseFixedOrder, writeOrderChange } from '../internal/write-change.ts'

/** Returns the order before and after the change; saves nothing. */
export const previewOrderChange: AdminHandler<'POST /admin/v1/orders/{id}/change/preview'> = async (
  ctx,
  { id, ...change },
) => {
  const order = await findShopOrder(ctx, id)
  await refuseFixedOrder(ctx, order)
  const plan = await planOrderChange(ctx, order, change)
  const { before, after, changes } = plan
  const [was, is] = [plan.sold, plan.items ?? plan.sold].map(listDiscounts)
  return {
    before: { ...before, discounts: was! },
    after: { ...after, discounts: is! },
    changes,
    payment_text: paymentChangeText(plan, plan.is_billed),
  }
}

/**
 * 注文の変更 before the parcel leaves: address, date, items and discount in one step, with price, stock and payment. Calls
 * the provider first, as with every change of a payment; if the goods have run out by then, it sets the old amount
 * again.
 */
export const changeOrder: AdminHandler<'PUT /admin/v1/orders/{id}'> = async (ctx, { id, ...change }) => {
  const order = await findShopOrder(ctx, id)
  await refuseFixedOrder(ctx, order)
  await applyOrderChange(ctx, await planOrderChange(ctx, order, change), change)
  return orderDetail(ctx, ctx.db, id)
}

/** Writes a change planned by an operator, with its payment. `also`: further writes in its transaction. */
export async function applyOrderChange(
  ctx: OperatorContext,
  plan: PlannedChange,
  { decision_reason, notify }: Pick<Change, 'decision_reason' | 'notify'>,
  also?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const record = async (tx: Tx) => {
    await recordAudit(tx, ctx, { ...auditOf(plan), after: { ...named(plan, 'after'), decision_reason } })
    await also?.(tx)
  }
  await translateForOperator(writeOrderChange(ctx, plan, { notify, also: record }))
}

type Change = Parameters<typeof changeOrder>[1]

const named = ({ changes }: PlannedChange, side: 'before' | 'after') =>
  Object.fromEntries(changes.map((one) => [one.label, one[side]]))

const auditOf = (plan: PlannedChange) => ({
  ...orderAuditSubject(plan.before),
  before: named(plan, 'before'),
  shape: personalFields(
    Object.fromEntries(plan.changes.flatMap((one) => (one.personal ? [[one.label, one.personal]] : []))),
  ),
})
