/** What other features use of `mail`. */
export {
  addressee,
  button,
  escapeHtml,
  letter,
  letterHtml,
  page,
  signature,
  signatureHtml,
  smallPrint,
} from './internal/letter-html.ts'
