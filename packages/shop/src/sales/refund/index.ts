/** What other features use of `refund`. */
export { refundOrder } from './refund-order.ts'
