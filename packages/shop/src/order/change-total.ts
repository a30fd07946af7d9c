import { order_item, orders } from '@kushi/db/schema/order'
import type { TaxRate } from '@kushi/values/tax'
import { formatYen } from '@kushi/values/yen'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { loadPaymentOrder } from '../payment/load-payment-order.ts'
import { mailChanged } from '../payment/payment-mail.ts'
import { paymentPort } from '../payment/payment-ports.ts'
import { recordPayment } from '../payment/record-payment.ts'
import { taxLines } from '../price/rules/tax-lines.ts'
import { ShopError } from '../shop-error.ts'
import { findOrder, lockOrder } from './lock-order.ts'
import type { OrderRow } from './write-order.ts'

/**
 * 金額変更 by the shop, before the parcel leaves: what is authorised becomes `amount` yen, the difference stands as
 * adjustment, and the customer is told. The provider first; run again after a crash it goes on where it was.
 * @throws ShopError 409 once it is shipped, or while nothing is authorised; PaymentRefused, PaymentUnavailable
 */
export async function changeTotal(
  ctx: Context,
  { order_no, amount }: { order_no: string; amount: number },
): Promise<OrderRow> {
  const { order: found, paid } = await findOrder(ctx, order_no)
  const isWaiting = found.status === 'received' || found.status === 'arranged'
  if (!isWaiting || paid?.state !== 'authorised')
    throw new ShopError(409, 'ERROR_PAYMENT_STATE', `ご注文 ${order_no} の金額は変更できません。`)
  if (paid.amount === amount) return found
  const { order: told } = await loadPaymentOrder(ctx, found.id)
  const lines = [...told.lines, { name: '調整額', price: amount - found.payment_total, quantity: 1 }]
  const reference = await paymentPort(ctx, paid).change(paid, amount, { ...told, lines })
  return ctx.db.transaction(async (tx) => {
    const { order, paid: current } = await lockOrder(tx, found)
    if (current?.state !== 'authorised' || order.payment_total !== found.payment_total)
      throw new ShopError(
        409,
        'ERROR_PAYMENT_STATE',
        `ご注文 ${order_no} は同時に変更されました。決済会社では${formatYen(amount)}です。`,
      )
    const payment = await recordPayment(tx, current, 'authorised', { amount, reference })
    const items = await tx.select().from(order_item).where(eq(order_item.order_id, order.id))
    const adjustment_amount = order.adjustment_amount + amount - order.payment_total
    const tax_lines = taxLines(
      items.map((item) => ({ tax_rate: item.tax_rate as TaxRate, total: item.subtotal - item.discount_amount })),
      order.delivery_fee + order.payment_fee,
      adjustment_amount,
    )
    const tax_total = tax_lines.reduce((sum, line) => sum + line.tax, 0)
    const set = { adjustment_amount, payment_total: amount, tax_lines, tax_total, updated_at: ctx.clock.now() }
    const [changed] = await tx.update(orders).set(set).where(eq(orders.id, order.id)).returning()
    await mailChanged(tx, payment, order.payment_total)
    return changed!
  })
}
