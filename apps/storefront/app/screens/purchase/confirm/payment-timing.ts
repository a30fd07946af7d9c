import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { NOTHING_TO_PAY_TEXT, type PaymentMethodId, paymentMethod } from '@kushi/values/payment-method'

interface Occasion {
  isPeriodic: boolean
  /** Number of deliveries that are paid with the first one. */
  yearlyCount: number | null
  /** The day on which the second delivery is charged. */
  chargeDate: CalendarDate | null
  /** What the first delivery costs. */
  paymentTotal: number
}

/** いつ支払うか: for the first delivery and, with a subscription, for each later one. */
export function paymentTiming(
  id: PaymentMethodId,
  { isPeriodic, yearlyCount, chargeDate, paymentTotal }: Occasion,
): string[] {
  const isFree = paymentTotal === 0
  if (isFree && !isPeriodic) return []
  if (yearlyCount !== null) return yearlyTiming(id, yearlyCount)
  const { kind, timing, links_account } = paymentMethod(id)
  if (links_account && isPeriodic) return [links_account.timing, laterPaymentTiming(id, chargeDate)]
  if (timing) return [timing]
  switch (kind) {
    case 'cash':
      return [
        isPeriodic
          ? 'お届けのたびに、商品と引き換えに現金でお支払いください。'
          : '商品と引き換えに現金でお支払いください。',
      ]
    case 'card':
    case 'wallet':
      return isPeriodic
        ? [
            isFree ? `1回目: ${NOTHING_TO_PAY_TEXT}。` : '1回目: ご注文の確定時に請求します。',
            laterPaymentTiming(id, chargeDate),
            '実際の引き落とし日は、カード会社の規約によります。',
          ]
        : ['ご注文の確定時に請求します。実際の引き落とし日は、カード会社の規約によります。']
    // The server says until when. The later deliveries are paid by another way.
    case 'prepaid':
      return []
    case 'invoice':
      return isPeriodic ? ['お届けのたびに、1回分ずつの請求書をお送りします。'] : []
  }
}

/** The same of the deliveries from the second one on. `chargeDate`: of the second one. */
export function laterPaymentTiming(id: number | null, chargeDate: CalendarDate | null): string {
  const { kind, links_account, name } = paymentMethod(id)
  if (kind === 'cash') return '2回目から: お届けのたびに、商品と引き換えに現金でお支払いください。'
  if (kind === 'invoice') return '2回目から: お届けのたびに、1回分ずつの請求書をお送りします。'
  const how = links_account ? `自動で${name}からお支払いいただきます` : '自動で請求します'
  return `2回目から: 変更の締切の翌日に、1回分ずつ${how}。${chargeDate ? `2回目は${formatDateWithWeekday(chargeDate)}です。` : ''}`
}

function yearlyTiming(id: PaymentMethodId, count: number): string[] {
  switch (paymentMethod(id).kind) {
    case 'cash':
      return [`1回目の商品と引き換えに、${count}回分を現金でお支払いください。`]
    case 'invoice':
      return [`${count}回分を、1回目の商品のあとにお送りする請求書でまとめてお支払いください。`]
    default:
      return [
        `${count}回分を、ご注文の確定時にまとめて請求します。`,
        '実際の引き落とし日は、カード会社の規約によります。',
      ]
  }
}
