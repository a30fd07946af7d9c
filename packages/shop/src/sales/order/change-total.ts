import type { Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { sumOrderFees } from '@kushi/values/order-amounts'
import type { TaxRate } from '@kushi/values/price'
import { formatYen } from '@kushi/values/yen'
import { taxByRate } from '../../catalogue/price/index.ts'
import type { Context, QueryContext } from '../../context.ts'
import { refusedField, ShopError } from '../../shop-error.ts'
import { changePaymentAmount, type PaymentRow } from '../payment/index.ts'
import { mailAboutPayment } from './internal/buyer-mail.ts'
import { belowCreditedText, TOTAL_TOO_LOW_TEXT } from './internal/changed-money.ts'
import { loadProviderBill } from './internal/load-bill.ts'
import { findOrder, lockOrderRow } from './internal/lock-order.ts'
import { loadOrderItems, type OrderRow } from './internal/order-row.ts'

/**
 * 金額変更 by the shop, before the parcel leaves: changes the authorised amount to `amount` yen, saves the difference as
 * adjustment and notifies the customer. Calls the provider first; a repeated call continues after a crash.
 * @throws ShopError 409 once it is shipped, or when no payment is authorised, 422 for a total of nothing;
 *   PaymentRefused, PaymentUnavailable
 */
export async function changeOrderTotal(
  ctx: Context,
  { order_no, amount }: { order_no: string; amount: number },
): Promise<OrderRow> {
  const { order: found, paid } = await findOrder(ctx, order_no)
  if (!isWaiting(found) || paid?.state !== 'authorised') throw fixed(order_no)
  if (paid.amount === amount) return found
  if (amount < 1) throw refusedField('amount', TOTAL_TOO_LOW_TEXT)
  if (amount < paid.credited_amount) throw refusedField('amount', belowCreditedText(paid))
  return changePaymentAmount(ctx, paid, {
    amount,
    async bill() {
      const { order, total } = await loadProviderBill(ctx, found)
      return { ...order, rows: [...order.rows, { name: '調整額', price: amount - total, quantity: 1 }] }
    },
    write: (tx, record) => writeTotal(tx, ctx, { found, amount, record }),
  })
}

const isWaiting = ({ status }: OrderRow) => status === 'received' || status === 'arranged'
const fixed = (order_no: string) =>
  new ShopError(409, 'ERROR_PAYMENT_STATE', `ご注文 ${order_no} の金額は変更できません。`)

interface NewTotal {
  found: OrderRow
  amount: number
  record(): Promise<PaymentRow>
}

async function writeTotal(tx: Tx, ctx: QueryContext, { found, amount, record }: NewTotal): Promise<OrderRow> {
  const order = await lockOrderRow(tx, found)
  if (!isWaiting(order)) throw fixed(order.order_no)
  const payment = await record()
  const items = await loadOrderItems(tx, order)
  const adjustment_amount = order.adjustment_amount + amount - order.payment_total
  const tax_lines = taxByRate(
    items.map((item) => ({ tax_rate: item.tax_rate as TaxRate, total: item.subtotal - item.discount_amount })),
    sumOrderFees(order),
    adjustment_amount,
  )
  const tax_total = tax_lines.reduce((sum, row) => sum + row.tax, 0)
  const set = { adjustment_amount, payment_total: amount, tax_lines, tax_total, updated_at: ctx.clock.now() }
  const [changed] = await tx.update(orders).set(set).where(sameRowCondition(orders, order)).returning()
  const before = order.payment_total
  await mailAboutPayment(tx, ctx, payment, {
    kind: 'payment_changed',
    key: `changed-${before}-${payment.amount}`,
    values: () => ({ 変更前の金額: formatYen(before), 変更後の金額: formatYen(payment.amount) }),
  })
  return changed!
}
