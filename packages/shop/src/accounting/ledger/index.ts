/** The exports of `ledger` for other features. */
export {
  bookMoneyReceived,
  bookOrdersInLedger,
  loadClosedMonths,
  lockLedgerShared,
  type MoneyReceivedEntry,
  reverseMoneyReceived,
} from './book.ts'
export { isFirstOrderSql, orderAmountColumnsSql, orderProfitsSql } from './internal/sales-lines.ts'
export { sumOrdersByDay } from './ordered-days.ts'
export { findSalesDayDifferences, markOrderDaysStale, markProductDaysStale } from './roll-up-sales.ts'
export { firstDayOfNextMonth } from './rules/month.ts'
export {
  type ProductSalesQuery,
  productSalesOrdersSql,
  type SalesQuery,
  type SalesSums,
  salesOrdersSql,
  sumProductSales,
  sumSales,
} from './sum-sales.ts'
