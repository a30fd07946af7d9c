/** What other features use of `message`. */
export {
  composeLine,
  composeMail,
  filled,
  keptText,
  lineOf,
  loadText,
  mailOf,
  type Recipient,
  recipientColumns,
  type Sender,
  sellerValues,
  shownTo,
  type Text,
} from './internal/compose.ts'
export { GROUPS, isKind, isLine, KINDS, type KindName, type MailKind, type ValuesOf } from './internal/kinds.ts'
export { changesText, greeting, type PersonalText, PLACEHOLDERS } from './internal/placeholders.ts'
export { textFailures } from './rules/check-text.ts'
export { filledParagraphs } from './rules/fill-text.ts'
