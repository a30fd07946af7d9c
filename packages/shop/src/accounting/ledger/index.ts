/** What other features use of `ledger`. */
export { bookMoney, bookOrders, closedMonths, correctMoney, type MoneyEntry, shareBooks } from './book.ts'
export { amountColumns, isFirstOrder, orderProfits } from './internal/sales-lines.ts'
export { orderedByDay } from './ordered-days.ts'
export { checkSalesDays, markOrdersStale, markProductStale } from './roll-sales.ts'
export { monthAfter } from './rules/month.ts'
export {
  type ProductQuestion,
  productsBy,
  productUnits,
  type SalesQuestion,
  type SalesSums,
  salesBy,
  salesUnits,
} from './sales-by.ts'
