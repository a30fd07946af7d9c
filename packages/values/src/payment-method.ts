import type { Yen } from './yen.ts'

/** Payment methods (お支払い方法) by their id on the wire; cash on delivery has none. */
export const PAYMENT_METHOD = { credit_card: 1, amazon_pay: 2, deferred: 3, np: 4, cash_on_delivery: null } as const

export type PaymentMethodId = (typeof PAYMENT_METHOD)[keyof typeof PAYMENT_METHOD]
export const PAYMENT_METHOD_IDS = Object.values(PAYMENT_METHOD)

interface PaymentMethod {
  id: PaymentMethodId
  /** What a customer reads. */
  name: string
  /**
   * How the money comes, from which most of what is said and allowed follows. `card`: charged to a card, at the order and by
   * itself for later deliveries. `wallet`: the same with an account elsewhere, which a subscription can only begin with.
   * `invoice`: another company examines the customer and sends a bill after the goods (後払い). `cash`: at the door.
   */
  kind: 'card' | 'wallet' | 'invoice' | 'cash'
  /** Most that the provider takes at once, whatever the shop allows; it takes nothing for nothing either. */
  limit?: { normal: Yen; subscription: Yen }
  /** Page or path of ours that a browser which was sent away comes back to. */
  return_path?: string
  /** A later delivery whose answer was lost can't be looked up there by our number. */
  is_blind?: true
  /** What a subscription goes on with where cash can't be had any more. */
  follows_cash?: true
  /** Said wherever an order is shown. */
  note?: string
}

/** 支払方法: everything that rules and screens ask of one. A new way to pay is an id and a line here. */
const methods: Record<keyof typeof PAYMENT_METHOD, PaymentMethod> = {
  credit_card: { id: 1, name: 'クレジットカード', kind: 'card', return_path: '/v1/payment/gmo/return' },
  amazon_pay: {
    id: 2,
    name: 'Amazon Pay',
    kind: 'wallet',
    limit: { normal: 10_000_000, subscription: 100_000 },
    // Amazon's own screen comes to this page first.
    return_path: '/sh/redirect/amazon',
    is_blind: true,
    note: 'Amazonアカウントに登録されているお支払い方法に請求します。',
  },
  deferred: { id: 3, name: '後払い', kind: 'invoice' },
  np: { id: 4, name: 'NP後払い', kind: 'invoice', follows_cash: true },
  cash_on_delivery: { id: null, name: '代金引換', kind: 'cash' },
}

const byId = new Map<number | null, PaymentMethod>(Object.values(methods).map((method) => [method.id, method]))

/** A column of the database gives any number. */
export function paymentMethod(id: number | null): PaymentMethod {
  const method = byId.get(id)
  if (!method) throw new RangeError(`no payment method ${id}`)
  return method
}

export const paymentMethodName = (id: number | null): string => paymentMethod(id).name
export const isCard = (id: number | null): boolean => paymentMethod(id).kind === 'card'
/** 後払い */
export const isInvoice = (id: number | null): boolean => paymentMethod(id).kind === 'invoice'
/** 代金引換 */
export const isCash = (id: number | null): boolean => paymentMethod(id).kind === 'cash'
/** 代金引換 and 後払い: nothing is charged to anything with the order, so nobody has to be there for it. */
/** Money is taken at the door: what costs nothing is handed over, however it would be paid. */
export const isPaidAtDoor = (order: { payment_method_id: number | null; payment_total: number }): boolean =>
  isCash(order.payment_method_id) && order.payment_total > 0

export const isPaidAfterwards = (id: number | null): boolean => isCash(id) || isInvoice(id)
