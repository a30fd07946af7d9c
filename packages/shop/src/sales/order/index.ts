/** What other features use of `order`. */
export { changeOptions } from './admin/change-options.ts'
export { orderDetail } from './admin/show-order.ts'
export {
  orderCardChosen,
  orderCardKept,
  orderMatched,
  orderPaid,
  ordersBooked,
  subscriptionOrdered,
  subscriptionRefused,
} from './hooks.ts'
export { assessOrder, type OrderAssessment } from './internal/assess-order.ts'
export { mailCancelled, mailMissing, mailOrderChanged, mailPersonAsked, mailRefunded } from './internal/changed-mail.ts'
export { paymentText } from './internal/changed-money.ts'
export { lockInvoiceDebt } from './internal/check-invoice-limit.ts'
export { checkPayment, lacksProviderAccount, paymentTerms } from './internal/check-payment.ts'
export { creditTotal, keepOwed, loadSale, requestedItems, writeCredit } from './internal/credit-order.ts'
export { deductStock, returnStock } from './internal/deduct-stock.ts'
export { packedSlip } from './internal/delivery-slip.ts'
export { insertOrders, type NewOrder } from './internal/insert-orders.ts'
export { billOf, loadBill } from './internal/load-bill.ts'
export { loadOrders } from './internal/load-orders.ts'
export { loadShipments } from './internal/load-shipments.ts'
export {
  announceOrder,
  expectStatus,
  findOrder,
  lastPayment,
  lockOrder,
  lockOrderRow,
  orderEventData,
  statusEvent,
  writeStatus,
} from './internal/lock-order.ts'
export { lockOrders } from './internal/lock-orders.ts'
export { buyerColumns, greetingOf, loadAround, orderFacts } from './internal/order-mail.ts'
export type { ItemRow, OrderRow } from './internal/order-row.ts'
export {
  itemAmounts,
  loadItems,
  orderAmounts,
  orderSubject,
  ownOrder,
  partsAsSold,
  soldRows,
} from './internal/order-row.ts'
export { orderSource } from './internal/order-source.ts'
export { mailHeld, paidFacts } from './internal/payment-mail.ts'
export {
  changedMeanwhile,
  type PlannedChange,
  planOrderChange,
  toOrderChange,
  versionOf,
} from './internal/plan-change.ts'
export { refuseOrder } from './internal/refuse-order.ts'
export { awaitsGoods, hasGoodsBack } from './internal/replacements.ts'
export type { NormalPricing } from './internal/reprice-order.ts'
export {
  loadNotes,
  MAX_ENTRIES,
  messageEntries,
  newestFirst,
  noteEntries,
  type TimelinePart,
} from './internal/timeline-entries.ts'
export { takeOrder } from './place-order.ts'
export type { TakenBack } from './rules/credit.ts'
export { transactionDay } from './rules/invoice.ts'
export { nextStepOfOrder } from './rules/next-step.ts'
export {
  isTakenForShipping,
  orderRefusals,
  PAYMENT_ASKED,
  parcelBackRefusal,
  TAKEN_FOR_SHIPPING,
} from './rules/order-refusals.ts'
export { canOrderBecome } from './rules/order-status.ts'
