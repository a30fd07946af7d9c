/** What other features use of `refund`. */
export { refundOneOrder } from './admin/refund-order.ts'
export { mailOrderRefunded } from './internal/refunded-mail.ts'
