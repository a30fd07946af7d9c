/** What other features use of `message`. */

export { deliverOutbox } from './deliver-outbox.ts'
export { isToWhoLeft, retryFailedMessages } from './failed-messages.ts'
export {
  cachedText,
  composeLine,
  composeMail,
  filled,
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
  NOBODY,
  type QueuedMail,
  reachableAddress,
  TO_SHOP,
  unreachableAddress,
} from './internal/enqueue-mail.ts'
export {
  isKind,
  isLine,
  type KindName,
  type MailKind,
  MESSAGE_GROUPS,
  MESSAGE_KINDS,
  type ValuesOf,
} from './internal/kinds.ts'
export { lineMessage } from './internal/line-message.ts'
export {
  addressee,
  button,
  escapeHtml,
  letterPage,
  mailText,
  signatureHtml,
  smallPrint,
} from './internal/mail-html.ts'
export { messageRow, messagesOf } from './internal/messages-of.ts'
export { paymentOpenSince, placedSince } from './internal/ordered-since.ts'
export { changesText, greeting, type PersonalText, PLACEHOLDERS } from './internal/placeholders.ts'
export { noteOutboxWrite } from './outbox-writes.ts'
export { textPromised } from './reactions.ts'
export { textFailures } from './rules/check-text.ts'
export { filledParagraphs } from './rules/fill-text.ts'
