/** The exports of `promise` for other features. */
export { loadShopFacts } from './internal/load-facts.ts'
export { paymentTimeText } from './rules/blocks.ts'
export { findPromiseDisagreements } from './rules/disagreements.ts'
export { fillPromisesInHtml, fillPromisesInText, promiseTexts } from './rules/render.ts'
export {
  cancellationEffectText,
  orderTermRows,
  returnNoteOfSet,
  runningContractTermRows,
  yearlyTermsOfGoods,
} from './rules/terms.ts'
export { fillLandingPage, loadPromiseTexts, loadThankYouTexts, showContent } from './show-text.ts'
