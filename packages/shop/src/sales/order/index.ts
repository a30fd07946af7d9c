/** The exports of `order` for other features. */
export { loadOrderChangeOptions } from './admin/change-options.ts'
export { orderDetail } from './admin/show-order.ts'
export { orderMoneyChanged, ordersMoved, subscriptionNotStarted } from './hooks.ts'
export { mailAboutOrder, mailAboutPayment, paymentMailPlaceholders } from './internal/buyer-mail.ts'
export { paymentChangeText } from './internal/changed-money.ts'
export { requireOfferedWrapping } from './internal/chosen-wrapping.ts'
export {
  cancelOwedRefund,
  creditItemsOfRequest,
  creditTotal,
  loadCreditLines,
  loadOrderCredits,
  loadOrderWithCredits,
  writeOrderCredit,
} from './internal/credit-order.ts'
export { deductStock, returnStock } from './internal/deduct-stock.ts'
export { insertOrders, type NewOrder } from './internal/insert-orders.ts'
export { billRowsOf, loadProviderBill, providerBill } from './internal/load-bill.ts'
export { loadOrders } from './internal/load-orders.ts'
export { loadShipments } from './internal/load-shipments.ts'
export {
  findOrder,
  lockOrder,
  lockOrderRow,
  orderEventData,
  orderStatusEventRow,
  publishOrderEvent,
  requireOrderStatusChange,
  selectLastPayment,
  writeOrderStatus,
} from './internal/lock-order.ts'
export {
  buyerColumns,
  buyerGreeting,
  deliveryDayText,
  loadOrderMailContext,
  type OrderMailContext,
  type OrderMailParts,
  orderMail,
  orderMailPlaceholders,
} from './internal/order-mail.ts'
export type { ItemRow, NewItemRow, OrderRow } from './internal/order-row.ts'
export {
  boughtSkuQuantities,
  findShopOrder,
  isImportedOrderSql,
  loadOrderItems,
  orderAuditSubject,
  orderItemRows,
  ownOrdersCondition,
  pickItemAmounts,
  pickOrderAmounts,
  soldSetParts,
} from './internal/order-row.ts'
export { orderListSource } from './internal/order-source.ts'
export {
  orderChangedError,
  orderVersion,
  type PlannedChange,
  planOrderChange,
  unchangedOrderChange,
} from './internal/plan-change.ts'
export { refuseOrder } from './internal/refuse-order.ts'
export { awaitsReturnedGoodsCondition, hasSettledReturn } from './internal/replacements.ts'
export type { NormalPricing } from './internal/reprice-order.ts'
export type { ReturnedGoodsAndFees } from './rules/credit.ts'
export { documentedOrderOf, documentRefusals } from './rules/document-availability.ts'
export { nextStepOfOrder } from './rules/next-step.ts'
export {
  CAPTURED_FOR_SHIPPING_TEXT,
  isCapturedForShipping,
  orderRefusals,
  PAYMENT_UNDECIDED_TEXT,
  parcelReturnRefusal,
} from './rules/order-refusals.ts'
export { canOrderBecome } from './rules/order-status.ts'
