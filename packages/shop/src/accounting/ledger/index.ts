/** What other features use of `ledger`. */
export { bookOrders, closedMonths } from './book.ts'
export { monthAfter, monthOf } from './rules/month.ts'
