/** The exports of `refund` for other features. */
export { refundOneOrder } from './admin/refund-order.ts'
