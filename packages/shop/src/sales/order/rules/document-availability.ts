import { type OrderStatus, REPLACEMENT_KIND_NAME, type ReplacementKind } from '@kushi/values/order-status'
import { paymentMethod } from '@kushi/values/payment-method'

interface Order {
  status: OrderStatus
  payment_method_id: number | null
  payment_total: number
  replacement_kind: ReplacementKind | null
  /** It was paid in the shop's former system, which may have issued a receipt. */
  is_moved?: boolean
}

/** The statuses of an order that is paid, or due on delivery, and not cancelled. */
const standing: readonly OrderStatus[] = ['received', 'arranged', 'shipped', 'delivered']

/** 納品書, which is also our qualified invoice (適格請求書): for every order that counts, including returned ones. */
export const isDeliverySlipAvailable = ({ status }: Order): boolean =>
  standing.includes(status) || status === 'returned'

/** Why there is no 領収書, as text for the customer; null: there is one. A payment never gets two receipts. */
export function receiptRefusal({
  status,
  payment_method_id,
  payment_total,
  replacement_kind,
  is_moved = false,
}: Order): string | null {
  if (replacement_kind !== null)
    return `${REPLACEMENT_KIND_NAME[replacement_kind]}の商品のため、お支払いはなく、領収書もありません。`
  if (status === 'cancelled' || status === 'returned')
    return 'キャンセルまたは返品されたご注文のため、領収書を発行できません。'
  if (!standing.includes(status)) return 'お支払いの確認がとれてから、領収書を発行できます。'
  if (is_moved) return '以前のシステムでのご注文のため、領収書を発行できません。お問い合わせください。'
  if (payment_total === 0) return 'お支払いのないご注文のため、領収書はありません。'
  switch (paymentMethod(payment_method_id).kind) {
    case 'card':
    case 'wallet':
      return null
    case 'cash':
      return '代金引換のご注文は、お届け時に配送会社がお渡しする領収書をご利用ください。'
    case 'invoice':
      return '後払いのご注文は、お支払い時の受領証を領収書としてご利用ください。'
  }
}
