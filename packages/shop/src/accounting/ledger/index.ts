/** What other features use of `ledger`. */
export {
  bookMoneyReceived,
  bookOrdersInLedger,
  closedMonths,
  lockLedgerShared,
  type MoneyReceivedEntry,
  reverseMoneyReceived,
} from './book.ts'
export { isFirstOrder, orderAmountColumnsSql, orderProfitsSql } from './internal/sales-lines.ts'
export { sumOrdersByDay } from './ordered-days.ts'
export { findSalesDayDifferences, markOrderDaysStale, markProductDaysStale } from './roll-sales.ts'
export { firstDayOfNextMonth } from './rules/month.ts'
export {
  type ProductQuestion,
  productSalesOrdersSql,
  type SalesQuestion,
  type SalesSums,
  salesOrdersSql,
  sumProductSales,
  sumSales,
} from './sales-by.ts'
