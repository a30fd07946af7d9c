/** The exports of `document` for other features. */
export { packingSlip } from './internal/delivery-slip.ts'
export { transactionDay } from './rules/invoice.ts'
