import type { Tx } from '@kushi/db/connect'
import { paymentDeadlineText } from '@kushi/values/konbini'
import { paymentSlipInstructions, paymentSlipLines, paymentSlipPlace } from '@kushi/values/payment-slip'
import { formatYen } from '@kushi/values/yen'
import type { LeadTimeContext } from '../../../catalogue/delivery/index.ts'
import type { Context } from '../../../context.ts'
import { orderLinkText, shopUrl } from '../../../foundation/setting/index.ts'
import { composeMail, enqueueMail } from '../../../messaging/message/index.ts'
import {
  buyerGreeting,
  loadOrderItems,
  loadOrderMailContext,
  mailAboutPayment,
  type OrderRow,
  orderMailPlaceholders,
} from '../../order/index.ts'
import { type PaymentRow, paymentRefusalText, underReviewText } from '../../payment/index.ts'

type Linking = Pick<Context, 'settings'>

/** 審査中: the provider's review takes time; the customer need not wait at the screen. */
export const mailPaymentUnderReview = (tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> =>
  mailAboutPayment(tx, ctx, row, {
    kind: 'payment_held',
    key: 'held',
    values: ({ created_at }) => ({ 審査について: underReviewText(created_at) }),
  })

/** お支払いの期限 and what to pay with, as one text of a mail. */
const paymentSlipText = ({ pay_until, slip }: Pick<PaymentRow, 'pay_until' | 'slip'>): string =>
  [
    `お支払いの期限: ${paymentDeadlineText(pay_until!)}`,
    `お支払い先: ${paymentSlipPlace(slip!)}`,
    ...paymentSlipLines(slip!).map(({ label, value }) => `${label}: ${value}`),
    paymentSlipInstructions(slip!),
  ].join('\n')

/** ご注文を受け付けました: the goods, and how to pay. */
export async function mailAwaitingPayment(
  tx: Tx,
  ctx: Linking & LeadTimeContext,
  order: OrderRow,
  row: PaymentRow,
): Promise<void> {
  const around = await loadOrderMailContext({ ...ctx, db: tx }, order)
  const { to, seller } = around
  const values = {
    宛名: buyerGreeting(to),
    ...orderMailPlaceholders(order, await loadOrderItems(tx, order), around),
    お支払いの番号: paymentSlipText(row),
    ご注文のページ: orderLinkText(ctx.settings, order),
  }
  const mail = await composeMail(tx, seller, 'payment_awaited', to, values)
  const about = { customer_id: order.customer_id, order_id: order.id }
  await enqueueMail(tx, row.shop_id, `payment-awaited:${row.provider_order_id}`, mail, about)
}

/** お支払いの期限は明日です. */
export const mailPaymentReminder = (tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> =>
  mailAboutPayment(tx, ctx, row, {
    kind: 'payment_reminder',
    key: 'reminder',
    values: () => ({ お支払いの番号: paymentSlipText(row) }),
  })

/** ご入金の金額が足りません: what came in all, and what is missing. */
export function mailPaymentShort(tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> {
  const { amount, captured_amount } = row
  return mailAboutPayment(tx, ctx, row, {
    kind: 'payment_short',
    key: `short-${captured_amount}`,
    values: () => ({
      ご入金の内容: [
        `ご入金の合計: ${formatYen(captured_amount)}`,
        `不足している金額: ${formatYen(amount - captured_amount)}`,
      ].join('\n'),
      お支払いの番号: paymentSlipText(row),
    }),
  })
}

/** お支払いの期限が過ぎました. */
export const mailPaymentExpired = (tx: Tx, ctx: Linking, row: PaymentRow): Promise<void> =>
  mailAboutPayment(tx, ctx, row, { kind: 'payment_expired', key: 'expired', values: () => ({}) })

/** The payment was declined while the customer was absent. */
export const mailPaymentDeclined = (tx: Tx, ctx: Linking, row: PaymentRow, refusal: string): Promise<void> =>
  mailAboutPayment(tx, ctx, row, {
    kind: 'payment_refused',
    key: 'refused',
    values: ({ landing_slug }) => {
      const url = `${shopUrl(ctx.settings, row.shop_id)}/sh${landing_slug === null ? '/cart' : `/lp/${landing_slug}`}`
      return {
        理由: paymentRefusalText(refusal, row.payment_method_id)!,
        URL: url,
        やり直しのページ:
          landing_slug === null
            ? `商品はカートに残っています。お手数ですが、もう一度ご注文ください。\nカートを開く\n${url}`
            : `お手数ですが、もう一度お申し込みください。\nお申し込みのページを開く\n${url}`,
      }
    },
  })
