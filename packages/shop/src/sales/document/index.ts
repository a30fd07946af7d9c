/** What other features use of `document`. */
export { packingSlip } from './internal/delivery-slip.ts'
export { transactionDay } from './rules/invoice.ts'
