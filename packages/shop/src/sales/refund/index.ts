/** What other features use of `refund`. */
export { refundOneOrder } from './admin/refund-order.ts'
