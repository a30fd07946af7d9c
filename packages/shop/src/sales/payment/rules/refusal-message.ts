import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { paymentMethod } from '@kushi/values/payment-method'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import type { PaymentRefusal } from '../../../ports/payment-port.ts'

interface Means {
  /** Words of a message: the refused means, and the alternative. */
  used: string
  other: string
}

const messagesOf = ({ used, other }: Means): Record<PaymentRefusal, string> => ({
  reenter:
    'カード情報が正しくないため、お支払いできませんでした。カード番号・有効期限・セキュリティコードをご確認のうえ、もう一度ご入力ください。',
  limit: `ご利用限度額または残高の都合により、お支払いできませんでした。${other}をお選びください。`,
  unusable: `${used}はご利用いただけません。${other}をお選びください。`,
  not_accepted: `決済会社で、お支払いを受け付けられませんでした。時間をおいてもう一度お試しいただくか、${other}をお選びください。`,
  authentication: '本人認証(3Dセキュア)が完了しませんでした。もう一度お試しいただくか、別のカードをお選びください。',
  too_many: '登録できるカードの数の上限に達しています。お使いにならないカードを削除してから、もう一度お試しください。',
  no_card: 'お支払いに使うカードが登録されていません。カードを登録するか、別のお支払い方法をお選びください。',
  abandoned: 'お支払いの手続きが途中で終わったため、ご注文は確定していません。もう一度お試しください。',
  examination: '審査の結果、このお支払い方法はご利用いただけませんでした。別のお支払い方法をお選びください。',
  repair_at_provider:
    'お支払いを完了できませんでした。Amazonアカウントのお支払い方法をご確認いただくか、別のお支払い方法をお選びください。',
  agreement_closed:
    'お支払いの承認が取り消されています。もう一度お手続きいただくか、別のお支払い方法をお選びください。',
  session_expired: 'お支払いのお手続きの有効期限が切れました。もう一度お手続きください。',
  cancelled: 'お支払いのお手続きが取り消されました。もう一度お試しいただくか、別のお支払い方法をお選びください。',
  expired: 'お支払いの期限までにご入金を確認できなかったため、ご注文をキャンセルしました。',
  address:
    'ご住所または電話番号をご確認ください。このままではご利用いただけないお支払い方法です。別のお支払い方法もお選びいただけます。',
})

const byCard = messagesOf({ used: 'このカード', other: '別のカードまたはお支払い方法' })

/** 決済エラーの理由, ready to show, in the words of the method that was used; null if there was none. */
export function paymentRefusalText(refusal: string | null, payment_method_id: number | null): string | null {
  if (refusal === null) return null
  const { kind, name } = paymentMethod(payment_method_id)
  const messages = kind === 'card' ? byCard : messagesOf({ used: name, other: '別のお支払い方法' })
  return messages[refusal as PaymentRefusal] ?? messages.unusable
}

/** The days after which an order is given up whose review (審査中) has not ended. */
export const REVIEW_DAYS = 7

/** The last day (JST) on which an order placed at `ordered` waits for its review. */
export const reviewEndsOn = (ordered: Date): CalendarDate =>
  addDays(timestampToJapanDate(ordered.getTime()), REVIEW_DAYS)

/** The message for a payment under review; with the day of the order it states the last day. */
export const underReviewText = (ordered?: Date): string =>
  `ただいまお支払いの審査中です。結果は、ふつうは翌営業日までに、メールでお知らせします。${
    ordered
      ? `${formatDateWithWeekday(reviewEndsOn(ordered))}までに結果が出ない場合は、ご注文を取り消してお知らせします。`
      : ''
  }商品はお取り置きしていますので、もう一度ご注文いただく必要はありません。`

/** 入金待ち: the message with the deadline for the payment. */
export const awaitingPaymentText = (pay_until: Date): string =>
  `${formatDateWithWeekday(timestampToJapanDate(pay_until.getTime()))}までに、お支払いください。ご入金を確認すると、ご注文が確定します。`

/** The error name on the wire. */
export const paymentRefusalErrorName = (refusal: PaymentRefusal): string =>
  (({ reenter: 'ERROR_CARD_REENTER', limit: 'ERROR_CARD_LIMIT' }) as Partial<Record<PaymentRefusal, string>>)[
    refusal
  ] ?? 'ERROR_CARD_UNUSABLE'
