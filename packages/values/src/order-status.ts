/** 注文状況, from the order to the delivered goods. */
export const ORDER_STATUS = [
  'received',
  'payment_pending',
  'payment_error',
  'arranged',
  'shipped',
  'delivered',
  'cancelled',
  'returned',
] as const
export type OrderStatus = (typeof ORDER_STATUS)[number]

/** The names that customers read. */
export const ORDER_STATUS_NAME: Record<OrderStatus, string> = {
  received: 'ご注文受付',
  payment_pending: 'お支払い確認中',
  payment_error: 'お支払いエラー',
  arranged: '発送準備中',
  shipped: '発送済み',
  delivered: 'お届け済み',
  cancelled: 'キャンセル',
  returned: '返品',
}
