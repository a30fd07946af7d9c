/** The exports of `refund` for other features. */
export { refundOneOrder } from './admin/refund-order.ts'
export { mailOrderRefunded } from './internal/refunded-mail.ts'
