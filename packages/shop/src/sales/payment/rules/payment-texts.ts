import { INVOICE_DUE_DAYS } from '@kushi/values/limits'
import { isReceivableAssigned, paymentMethod, paymentNameWithKind } from '@kushi/values/payment-method'
import { formatYen, type Yen } from '@kushi/values/yen'

/** The data of a payment method that its texts need; amounts in yen. */
export interface PaymentMethodDetails {
  payment_method_id: number | null
  payment_name: string
  /** The provider that bills the customer in the shop's place; null: none. */
  provider_name: string | null
  /** Maximum of one order. */
  max_amount: Yen
  /** Maximum that the member may owe over all orders; null: no limit. */
  cumulative_limit: Yen | null
}

interface Bill {
  payment_total: Yen
  payment_fee: Yen
}

/**
 * Returns the texts that must accompany a payment method wherever an order is shown: confirmation, complete screen and
 * mails. Sentences ready to show, except those about the time of a charge, which the screens add.
 */
export function paymentTexts(method: PaymentMethodDetails, { payment_total, payment_fee }: Bill): string[] {
  const { kind, note } = paymentMethod(method.payment_method_id)
  // An order of 0 yen needs no text on paying.
  if (payment_total === 0 && kind !== 'invoice') return []
  switch (kind) {
    case 'cash':
      return [
        `商品をお届けした際に、${formatYen(payment_total)}${payment_fee > 0 ? `(代引手数料${formatYen(payment_fee)}を含みます)` : ''}を配達員へお支払いください。`,
        'おつりのないよう、現金でご用意ください。カードや電子マネーはご利用いただけません。',
      ]
    case 'invoice':
      return invoiceTexts(method, payment_fee)
    case 'prepaid':
      return [
        'ご入金を確認してから、商品をお送りします。お支払いの期限を過ぎたご注文は、自動でキャンセルになります。',
        'ご返金が必要になったときは、銀行振込でお返しします。',
        ...(note ? [note] : []),
      ]
    default:
      return note ? [note] : []
  }
}

function invoiceTexts(
  { payment_method_id, payment_name, provider_name, max_amount, cumulative_limit }: PaymentMethodDetails,
  payment_fee: Yen,
): string[] {
  const name = paymentNameWithKind(payment_method_id, payment_name)
  const provider = provider_name ?? '提供会社'
  return [
    `請求書は、商品とは別に${provider}からお送りします。商品の到着をお確かめのうえ、請求書の発行から${INVOICE_DUE_DAYS}日以内にお支払いください。`,
    `${payment_fee > 0 ? `手数料は${formatYen(payment_fee)}` : '手数料は無料'}です。ご利用は、1回のご注文で${formatYen(max_amount)}まで${cumulative_limit === null ? '' : `、未払いのご注文と合わせて${formatYen(cumulative_limit)}まで`}です。`,
    `${name}には${provider}の審査があります。結果によっては、ご利用いただけない場合があります。`,
  ]
}

/**
 * The text that the customer agrees to when a provider bills in the shop's place (個人情報の第三者提供); null: no data is handed
 * over.
 */
export function consentText({ payment_method_id, payment_name, provider_name }: PaymentMethodDetails): string | null {
  if (!isReceivableAssigned(payment_method_id)) return null
  const provider = provider_name ?? '提供会社'
  const before = paymentMethod(payment_method_id).takes_claim ? '・これまでのご購入の回数と金額' : ''
  return `${paymentNameWithKind(payment_method_id, payment_name)}の審査と代金の請求のため、お名前・ご住所・電話番号・メールアドレス・ご注文の内容${before}を${provider}へ提供し、代金の債権を同社へ譲渡します。`
}
