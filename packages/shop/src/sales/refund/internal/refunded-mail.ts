import type { Tx } from '@kushi/db/connect'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../../../context.ts'
import { loadOrderCredits, loadOrderItems, mailAboutOrder, type OrderRow } from '../../order/index.ts'

/** ご返金しました, once for each total refunded. */
export async function mailOrderRefunded(
  tx: Tx,
  ctx: Pick<Context, 'settings'>,
  order: OrderRow,
  { amount, total }: { amount: number; total: number },
): Promise<void> {
  const values = { 返金額: formatYen(amount), 返金の内訳: await refundedText(tx, order, amount) }
  await mailAboutOrder(tx, ctx, order, { kind: 'order_refunded', key: `order-refunded-${total}`, values })
}

/**
 * The goods and fees of a refund: those of the newest 赤伝 that together come to its amount; empty if none do, because a
 * list with another sum would confuse.
 */
async function refundedText(tx: Tx, order: OrderRow, amount: number): Promise<string> {
  const told: string[] = []
  let rest = amount
  for (const credit of await loadOrderCredits(tx, order, await loadOrderItems(tx, order))) {
    if (rest <= 0) break
    rest -= credit.amount
    for (const { name, quantity, amount: yen } of credit.lines)
      told.push(`・${name}${quantity === null ? '' : ` ${quantity}点`} ${formatYen(yen)}`)
  }
  return rest === 0 && told.length > 0 ? ['返金の内訳', ...told].join('\n') : ''
}
