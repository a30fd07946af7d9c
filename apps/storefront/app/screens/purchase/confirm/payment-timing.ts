import { type PaymentMethodId, paymentMethod } from '@kushi/values/payment-method'

interface Occasion {
  isPeriodic: boolean
  /** Number of deliveries that are paid with the first one. */
  yearlyCount: number | null
}

/** いつ支払うか: for the first delivery and, with a subscription, for each later one. */
export function paymentTiming(id: PaymentMethodId, { isPeriodic, yearlyCount }: Occasion): string[] {
  if (yearlyCount !== null) return yearlyTiming(id, yearlyCount)
  switch (paymentMethod(id).kind) {
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
            '1回目: ご注文の確定時に請求します。',
            '2回目から: お届け予定日の9日前(変更締め切りの翌日)に、1回分ずつ自動で請求します。',
            '実際の引き落とし日は、カード会社の規約によります。',
          ]
        : ['ご注文の確定時に請求します。実際の引き落とし日は、カード会社の規約によります。']
    case 'invoice':
      return isPeriodic ? ['お届けのたびに、1回分ずつの請求書をお送りします。'] : []
  }
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
