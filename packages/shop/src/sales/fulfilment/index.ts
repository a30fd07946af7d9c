/** What other features use of `fulfilment`. */
export { stoppedOrders } from './admin/show-desk.ts'
export { countLater, lookAtDesk } from './count-desk.ts'
export { agreeToCancel, askToCancel, cancelOrder, refundOrder } from './internal/cancel-order.ts'
export { answerCancel } from './internal/decisions.ts'
export type { Also, OrderFollower } from './internal/follower.ts'
export { cancelShipment, receiveOrders, receiveShipments, takeParcelBack } from './internal/receive-shipments.ts'
export { DEFAULT_TERM_DAYS, receiveByTerm } from './receive-by-term.ts'
export { unprintable, widthOf } from './rules/label-signs.ts'
