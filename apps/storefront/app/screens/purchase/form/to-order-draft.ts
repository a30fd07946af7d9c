import type { AddressForm } from '@kushi/contract/form/address'
import type { OrderDraft } from '@kushi/contract/order'
import type { CartEntry } from '../../../state/cart-items.ts'
import { CASH, FREE_NOTE, type PurchaseDraft } from '../../../state/purchase-draft.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { toPattern } from './to-pattern.ts'

/** 置き配 as it is sent. */
export const noteOf = ({ note, note_text }: PurchaseDraft) => (note === FREE_NOTE ? note_text : note)

/** undefined: not chosen. */
export function paymentOf({ payment }: PurchaseDraft): OrderDraft['payment_method_id'] | undefined {
  if (payment === CASH) return null
  return payment ? (Number(payment) as OrderDraft['payment_method_id']) : undefined
}

interface What {
  kind: PurchaseKind
  items: readonly CartEntry[]
  shipping_address: AddressForm
}

/** ご注文 as the server checks it; null while something without a sensible default is not chosen. */
export function toOrderDraft(draft: PurchaseDraft, { kind, items, shipping_address }: What): OrderDraft | null {
  const payment_method_id = paymentOf(draft)
  const delivery_pattern = kind === 'periodic' ? toPattern(draft.pattern) : null
  if (payment_method_id === undefined || !draft.delivery_id || items.length === 0) return null
  if (kind === 'periodic' && !delivery_pattern) return null
  return {
    is_subscription: kind === 'periodic',
    items: items.map(({ id, quantity, revision }) => ({ product_sku_id: id, quantity, revision })),
    shipping_address,
    delivery_notes: noteOf(draft),
    delivery_id: Number(draft.delivery_id),
    delivery_time_id: draft.delivery_time_id ? Number(draft.delivery_time_id) : null,
    delivery_date: draft.delivery_date || null,
    payment_method_id,
    delivery_pattern,
  }
}
