import { randomUUID } from 'node:crypto'
import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { addressLine, formatPostcode } from '@kushi/values/address'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import { itemPiecesText } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../../../context.ts'
import { loadShop, orderUrl } from '../../../foundation/setting/index.ts'
import {
  changesText,
  composeLineCard,
  composeMail,
  enqueueLineMessageToMember,
  enqueueMail,
  type MailMessageKind,
  type MailRecipient,
  type PlaceholderValuesOf,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import { lineCardMessage } from '../../../people/line/index.ts'
import type { PaymentRow } from '../../payment/index.ts'
import { loadOrderCredits } from './credit-order.ts'
import { selectLastPayment } from './lock-order.ts'
import { buyerColumns, buyerGreeting, SEE_ORDER_TEXT } from './order-mail.ts'
import { loadOrderItems, type OrderRow } from './order-row.ts'
import { orderPagePlaceholder, paymentMailPlaceholders } from './payment-mail.ts'

type Linking = Pick<Context, 'settings'>

/** The buyer, and the facts of the order for mails to them. */
async function factsOf(tx: Tx, ctx: Linking, order: OrderRow) {
  const { shop_id, customer_id, payment_total: amount, payment_method_id } = order
  const [to] = await tx
    .select(buyerColumns)
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
  const facts = {
    ...paymentMailPlaceholders({ amount, payment_method_id }, { order, to: to! }),
    ...orderPagePlaceholder(ctx, order),
  }
  return { to: to!, facts }
}

/** ご注文をキャンセルしました, once per order. */
export async function mailOrderCancelled(tx: Tx, ctx: Linking, order: OrderRow): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: order.shop_id })
  const { to, facts } = await factsOf(tx, ctx, order)
  const [paid = null] = await selectLastPayment(tx, order)
  const owed = unrefundedAmount(paid)
  if (owed > 0) {
    const values = { ...facts, 返金額: formatYen(owed) }
    const kind = paid?.captured_on_charge ? 'order_cancelled_refunded' : 'order_cancelled_paid'
    await send(tx, order, to, 'order-cancelled', seller, kind, values)
    return
  }
  await send(tx, order, to, 'order-cancelled', seller, 'order_cancelled', facts)
}

/** ご返金しました, once for each total refunded. */
export async function mailOrderRefunded(
  tx: Tx,
  ctx: Linking,
  order: OrderRow,
  { amount, total }: { amount: number; total: number },
) {
  const seller = await loadShop({ db: tx, shop_id: order.shop_id })
  const { to, facts } = await factsOf(tx, ctx, order)
  const values = { ...facts, 返金額: formatYen(amount), 返金の内訳: await refundedText(tx, order, amount) }
  await send(tx, order, to, `order-refunded-${total}`, seller, 'order_refunded', values)
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

/** One sentence on how `amount` yen that were credited return to the customer. */
function moneyText(paid: PaymentRow, amount: number): string {
  const later = `${formatYen(amount)}をご返金します。お手続きが済みましたら、あらためてお知らせします`
  if (paid.captured_amount > 0) return later
  // Printed before, a label of 代金引換 states the whole amount.
  if (paid.credited_amount > 0) return `お届けのときは${formatYen(paid.amount)}をお支払いください。${later}`
  return `${formatYen(paid.amount)}(お届けできない商品の${formatYen(amount)}を差し引きました)`
}

/** ご注文の内容を変更しました, with the old and the new values. */
export async function mailOrderChanged(
  tx: Tx,
  ctx: Linking,
  order: OrderRow,
  changes: readonly { label: string; before: string; after: string }[],
): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: order.shop_id })
  const { to, facts } = await factsOf(tx, ctx, order)
  const values = { ...facts, 変更点: changesText(changes) }
  await send(tx, order, to, `order-changed-${randomUUID()}`, seller, 'order_changed', values)
}

/** ご注文の確認のお願い: asks the buyer whether they have used a once-per-person benefit before. Each call sends a mail. */
export async function mailPersonCheck(
  tx: Tx,
  ctx: Linking,
  order: OrderRow,
  benefits: readonly string[],
): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: order.shop_id })
  const { to, facts } = await factsOf(tx, ctx, order)
  const values = { ...facts, 確認する内容: benefits.join('、') }
  await send(tx, order, to, `person-asked-${randomUUID()}`, seller, 'person_asked', values)
}

/** Tells the customer about a 再送・交換 (商品を再度お送りします), once per replacement order: by mail, and also over LINE. */
export async function notifyReplacement(
  tx: Tx,
  ctx: Linking,
  order: OrderRow,
  { original, items }: { original: OrderRow; items: readonly Parameters<typeof itemPiecesText>[0][] },
): Promise<void> {
  const seller = await loadShop({ db: tx, shop_id: order.shop_id })
  const { id, name01, name02, expected_date } = order
  const facts = {
    ご注文番号: order.order_no,
    元のご注文番号: original.order_no,
    お送りする商品: items.map(itemPiecesText).join('\n'),
    お届け予定日: expected_date ? formatDateWithWeekday(expected_date) : '最短でお届けします',
  }
  const { to } = await factsOf(tx, ctx, order)
  const values = {
    宛名: buyerGreeting(to),
    ...facts,
    お届け先: {
      text: [`〒${formatPostcode(order)}`, addressLine(order), `${name01} ${name02} 様`].join('\n'),
      until_verified: SEE_ORDER_TEXT,
    },
    ...orderPagePlaceholder(ctx, order),
  }
  await send(tx, order, to, REPLACED, seller, 'order_replaced', values)
  const card = async () =>
    lineCardMessage({
      shop_name: seller.shop_name,
      ...(await composeLineCard(tx, seller, 'line_order_replaced', facts)),
      rows: Object.entries(facts),
      button: { label: 'ご注文を確認する', url: orderUrl(ctx.settings, order) },
    })
  await enqueueLineMessageToMember(tx, order, keyOf(REPLACED, order), card, { order_id: id })
}

const REPLACED = 'order-replaced'
const keyOf = (kind: string, { order_no }: OrderRow) => `${kind}:${order_no}`

async function send<K extends MailMessageKind>(
  tx: Tx,
  order: OrderRow,
  to: MailRecipient,
  key: string,
  seller: SenderShop,
  kind: K,
  values: PlaceholderValuesOf<K>,
): Promise<void> {
  const { shop_id, customer_id } = order
  const about = { customer_id, order_id: order.id }
  await enqueueMail(tx, shop_id, keyOf(key, order), await composeMail(tx, seller, kind, to, values), about)
}
