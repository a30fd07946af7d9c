import type { Subscription } from '@kushi/contract/subscription'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { paymentMethod } from '@kushi/values/payment-method'

type ChargeFacts = Pick<Subscription, 'payment_method_id' | 'charge_date' | 'next_delivery_date' | 'prepaid'>

/** いつ支払うか: for the next delivery and each later one. */
export function chargeTiming({ payment_method_id, charge_date, next_delivery_date, prepaid }: ChargeFacts): string[] {
  if (prepaid) return ['代金は、はじめのご注文のときにいただいています。今後のお支払いはありません。']
  const { kind, links_account, name } = paymentMethod(payment_method_id)
  if (links_account)
    return [
      'この変更で、いま請求されるものはありません。',
      `次回分は、${formatDateWithWeekday(charge_date)}に、連携した${name}から自動でお支払いいただきます。`,
      '次々回からは、変更の締切の翌日に、1回分ずつお支払いいただきます。',
    ]
  switch (kind) {
    case 'cash':
      return [
        `次回は${formatDateWithWeekday(next_delivery_date)}のお届けのときに、商品と引き換えに現金でお支払いください。`,
        '次々回からも、お届けのたびに同じようにお支払いいただきます。',
      ]
    case 'card':
    case 'wallet':
      return [
        'この変更で、いま請求されるものはありません。',
        `次回分は、${formatDateWithWeekday(charge_date)}に自動で請求します。`,
        '次々回からは、変更の締切の翌日に、1回分ずつ請求します。',
        '実際の引き落とし日は、カード会社の規約によります。',
      ]
    // Never sold so.
    case 'prepaid':
      return []
    case 'invoice':
      return [
        'この変更で、いま請求されるものはありません。',
        'お届けのたびに、請求書に記載の期限までにお支払いください。',
      ]
  }
}
