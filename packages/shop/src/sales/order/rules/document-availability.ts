import type { CalendarDate } from '@kushi/values/calendar-date'
import type { DocumentType } from '@kushi/values/document'
import { type OrderStatus, REPLACEMENT_KIND_NAME, type ReplacementKind } from '@kushi/values/order-status'
import { type PaidAmounts, totalRefundedAmount } from '@kushi/values/paid-amounts'
import { paymentMethod } from '@kushi/values/payment-method'
import type { Yen } from '@kushi/values/yen'

/** The facts of an order that decide which documents it has. */
export interface DocumentedOrder {
  status: OrderStatus
  payment_method_id: number | null
  payment_total: Yen
  /** Not null: a replacement (再送・交換), which costs nothing. */
  replacement_kind: ReplacementKind | null
  /** It was paid in the shop's former system, which may have issued papers. */
  is_moved: boolean
  /** Some of its goods have left the shop. */
  is_sent: boolean
  /** Money that was received. */
  captured_amount: Yen
  /** Something was taken back, or money went back. */
  is_returned: boolean
}

interface Documents {
  is_moved: boolean
  shipments: readonly { shipped_on: CalendarDate | null }[]
  paid: Pick<PaidAmounts, 'captured_amount' | 'refunded_amount' | 'repaid_amount'> | null
  /** It has an 赤伝 with an amount. */
  is_credited: boolean
}

/** Derives from an order the facts that decide which documents it has. */
export const documentedOrderOf = (
  order: Pick<DocumentedOrder, 'status' | 'payment_method_id' | 'payment_total' | 'replacement_kind'>,
  { is_moved, shipments, paid, is_credited }: Documents,
): DocumentedOrder => ({
  ...order,
  is_moved,
  is_sent: shipments.some(({ shipped_on }) => shipped_on !== null),
  captured_amount: paid?.captured_amount ?? 0,
  is_returned: is_credited || totalRefundedAmount(paid) > 0,
})

/** The statuses of an order that is paid, or due on delivery, and not cancelled. */
const standing: readonly OrderStatus[] = ['received', 'arranged', 'shipped', 'delivered']

const unpaid = (name: string) => `お支払いの確認がとれてから、${name}を発行できます。`
const moved = (name: string) => `以前のシステムでのご注文のため、${name}を発行できません。お問い合わせください。`

/** Whether goods were delivered, or are under way. */
const isSupplied = ({ status, is_sent }: DocumentedOrder) =>
  status === 'returned' || status === 'shipped' || status === 'delivered' || (standing.includes(status) && is_sent)

/**
 * Why an order does not have a document, as text for the customer; null: it has it. One supply has one 取引日, so there
 * is an invoice only after goods have left. Before that there is ご利用明細.
 */
export const documentRefusals: Record<DocumentType, (order: DocumentedOrder) => string | null> = {
  receipt: receiptRefusal,
  /** 納品書, which is also our qualified invoice (適格請求書): for every order here that counts, including returned ones. */
  'delivery-slip': (order) => {
    if (order.is_moved) return moved('納品書')
    if (isSupplied(order)) return null
    return standing.includes(order.status) ? '納品書は、発送のあとに発行できます。' : unpaid('納品書')
  },
  statement: (order) => {
    if (order.is_moved) return moved('ご利用明細')
    if (isSupplied(order)) return '発送したご注文です。納品書をご利用ください。'
    return standing.includes(order.status) ? null : unpaid('ご利用明細')
  },
  'return-invoice': ({ is_returned }) => (is_returned ? null : 'このご注文には、返品・返金がありません。'),
}

/** A payment never gets two receipts. */
function receiptRefusal(order: DocumentedOrder): string | null {
  const { status, payment_method_id, payment_total, replacement_kind, is_moved, captured_amount } = order
  if (replacement_kind !== null)
    return `${REPLACEMENT_KIND_NAME[replacement_kind]}の商品のため、お支払いはなく、領収書もありません。`
  if (status === 'cancelled' || status === 'returned')
    return 'キャンセルまたは返品されたご注文のため、領収書を発行できません。'
  if (!standing.includes(status)) return unpaid('領収書')
  if (is_moved) return moved('領収書')
  if (payment_total === 0) return 'お支払いのないご注文のため、領収書はありません。'
  const { kind, name, prepaid_by } = paymentMethod(payment_method_id)
  switch (kind) {
    case 'card':
    case 'wallet':
      if (captured_amount > 0) return null
      return isSupplied(order)
        ? unpaid('領収書')
        : '領収書は、代金を受領する発送のあとに発行できます。それまでは、ご利用明細をお使いください。'
    case 'cash':
      return '代金引換のご注文は、お届け時に配送会社がお渡しする領収書をご利用ください。'
    case 'prepaid':
      return `${name}のご注文は、${prepaid_by!.proof}を領収書としてご利用ください。`
    case 'invoice':
      return '後払いのご注文は、お支払い時の受領証を領収書としてご利用ください。'
  }
}
