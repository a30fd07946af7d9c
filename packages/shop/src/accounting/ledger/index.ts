/** What other features use of `ledger`. */
export { bookMoney, bookOrders, closedMonths, type MoneyEntry } from './book.ts'
export { monthAfter } from './rules/month.ts'
