import { randomUUID } from 'node:crypto'
import type { Tx } from '@kushi/db/connect'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import { itemPiecesText } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../../../context.ts'
import { changesText } from '../../../messaging/message/index.ts'
import { mailAboutOrder, type OrderRow, selectLastPayment } from '../../order/index.ts'
import type { PaymentRow } from '../../payment/index.ts'

type Linking = Pick<Context, 'settings'>

/** ご注文をキャンセルしました, once per order. */
export async function mailOrderCancelled(tx: Tx, ctx: Linking, order: OrderRow): Promise<void> {
  const [paid = null] = await selectLastPayment(tx, order)
  const owed = unrefundedAmount(paid)
  const key = 'order-cancelled'
  if (owed === 0) return mailAboutOrder(tx, ctx, order, { kind: 'order_cancelled', key, values: {} })
  const kind = paid?.captured_on_charge ? 'order_cancelled_refunded' : 'order_cancelled_paid'
  return mailAboutOrder(tx, ctx, order, { kind, key, values: { 返金額: formatYen(owed) } })
}

/** 欠品: goods that will not be sent, and what becomes of their price (`amount`, yen). */
export async function mailMissingGoods(
  tx: Tx,
  ctx: Linking,
  order: OrderRow,
  { goods, amount }: { goods: readonly Parameters<typeof itemPiecesText>[0][]; amount: number },
): Promise<void> {
  const [paid] = await selectLastPayment(tx, order)
  const total = formatYen(order.payment_total)
  const missing = goods.map((item) => ({
    label: itemPiecesText(item),
    before: 'お届けする予定でした',
    after: '欠品のため、お届けできなくなりました。申し訳ございません',
  }))
  const money = amount === 0 ? [] : [{ label: 'お支払い金額', before: total, after: moneyText(paid!, amount) }]
  await mailOrderChanged(tx, ctx, order, [...missing, ...money])
}

/** What becomes of `amount` yen that were taken back, in one sentence. */
function moneyText(paid: PaymentRow, amount: number): string {
  const later = `${formatYen(amount)}をご返金します。お手続きが済みましたら、あらためてお知らせします`
  if (paid.captured_amount > 0) return later
  // Printed before, a label of 代金引換 states the whole amount.
  if (paid.credited_amount > 0) return `お届けのときは${formatYen(paid.amount)}をお支払いください。${later}`
  return `${formatYen(paid.amount)}(お届けできない商品の${formatYen(amount)}を差し引きました)`
}

/** ご注文の内容を変更しました, with the old and the new values. */
export const mailOrderChanged = (
  tx: Tx,
  ctx: Linking,
  order: OrderRow,
  changes: readonly { label: string; before: string; after: string }[],
): Promise<void> =>
  mailAboutOrder(tx, ctx, order, {
    kind: 'order_changed',
    key: `order-changed-${randomUUID()}`,
    values: { 変更点: changesText(changes) },
  })

/** ご注文の確認のお願い: asks the buyer whether they have used a once-per-person benefit before. Each call sends a mail. */
export const mailPersonCheck = (tx: Tx, ctx: Linking, order: OrderRow, benefits: readonly string[]): Promise<void> =>
  mailAboutOrder(tx, ctx, order, {
    kind: 'person_asked',
    key: `person-asked-${randomUUID()}`,
    values: { 確認する内容: benefits.join('、') },
  })
