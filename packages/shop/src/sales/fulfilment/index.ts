/** What other features use of `fulfilment`. */
export { stoppedOrders } from './admin/show-desk.ts'
export { refundOrder } from './cancel-order.ts'
export { countLater, loadDesk } from './count-desk.ts'
export type { ShipmentHook } from './internal/shipment-hook.ts'
export { orderCalledOff, ordersReceived, subscriptionToContinue } from './reactions.ts'
export { DEFAULT_TERM_DAYS } from './receive-by-term.ts'
export { receiveOrders } from './receive-shipments.ts'
export { unprintable, widthOf } from './rules/label-signs.ts'
