/** What other features use of `message`. */

export { deliverOutbox } from './deliver-outbox.ts'
export { isToWhoLeft, retryFailedMessages } from './failed-messages.ts'
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
export { enqueueLine, enqueueLineOfEach, enqueueLines, enqueueLineTo, isFriendOf } from './internal/enqueue-line.ts'
export {
  enqueueMail,
  enqueueMails,
  type QueuedMail,
  reachableAddress,
  TO_SHOP,
  unreachableAddress,
} from './internal/enqueue-mail.ts'
export { GROUPS, isKind, isLine, KINDS, type KindName, type MailKind, type ValuesOf } from './internal/kinds.ts'
export {
  addressee,
  button,
  escapeHtml,
  letter,
  page,
  signatureHtml,
  smallPrint,
} from './internal/letter-html.ts'
export { lineMessage } from './internal/line-message.ts'
export { messageRow, messagesOf } from './internal/messages-of.ts'
export { paymentOpenSince, placedSince } from './internal/ordered-since.ts'
export { changesText, greeting, type PersonalText, PLACEHOLDERS } from './internal/placeholders.ts'
export { noteOutboxWrite } from './outbox-writes.ts'
export { textPromised } from './reactions.ts'
export { textFailures } from './rules/check-text.ts'
export { filledParagraphs } from './rules/fill-text.ts'
