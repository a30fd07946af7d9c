import { NOTHING_TO_PAY_TEXT, type PaymentMethodId, paymentMethodName } from './payment-method.ts'

/** Goods sent again free of charge: 再送 the same goods, 交換 other goods in exchange for returned ones. */
export const REPLACEMENT_KIND_NAME = { resend: '再送', exchange: '交換' } as const
export type ReplacementKind = keyof typeof REPLACEMENT_KIND_NAME
/** The displayed お支払い方法 of an order: none where nothing is to be paid; one that moved in may have a method of its own. */
export const orderPaymentName = (order: {
  payment_method_id: number | null
  moved_payment_name?: string | null
  payment_total: number
}): string =>
  order.moved_payment_name ??
  (order.payment_total === 0 ? NOTHING_TO_PAY_TEXT : paymentMethodName(order.payment_method_id as PaymentMethodId))

/** 注文状況, from the order to the delivered goods. The names that customers read. */
export const ORDER_STATUS_NAME = {
  received: 'ご注文受付',
  payment_pending: 'お支払い確認中',
  payment_error: 'お支払いエラー',
  arranged: '発送準備中',
  shipped: '発送済み',
  delivered: 'お届け済み',
  cancelled: 'キャンセル',
  returned: '返品',
} as const
export type OrderStatus = keyof typeof ORDER_STATUS_NAME
export const ORDER_STATUSES = Object.keys(ORDER_STATUS_NAME) as OrderStatus[]

/** 受注: the statuses of an order that counts: paid or to be paid on delivery or later, not cancelled and not returned. */
export const COUNTED_ORDER_STATUSES = [
  'received',
  'arranged',
  'shipped',
  'delivered',
] as const satisfies readonly OrderStatus[]
