/** What other features use of `promise`. */
export { loadFacts } from './internal/load-facts.ts'
export { payTime } from './rules/blocks.ts'
export { disagreements } from './rules/disagreements.ts'
export { filledHtml, filledText, promiseTexts } from './rules/render.ts'
export { cancelText, orderTerms, ruleOf, runningTerms, setReturnNote } from './rules/terms.ts'
export { promisedTexts, showContent, thanksOf } from './show-text.ts'
