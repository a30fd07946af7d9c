/** What other features use of `mail`. */
export { escapeHtml } from './internal/html.ts'
export { addressee, letter, signature } from './internal/letter.ts'
export { button, letterHtml, page, smallPrint } from './internal/letter-html.ts'
