/** What other features use of `customer`. */
export { customerRow } from './admin/list-customers.ts'
export { customerDetail } from './admin/show-customer.ts'
export { hasErrorPayment } from './has-error-payment.ts'
export { byPerson } from './internal/by-person.ts'
export { firstRank } from './internal/choices-of-shop.ts'
export { recordConsent } from './internal/record-consent.ts'
export { maySeePrices, requireApproval, requirePrices } from './internal/require-approval.ts'
export { type Standing, seesPrices } from './rules/sees-prices.ts'
