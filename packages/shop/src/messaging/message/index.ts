/** What other features use of `message`. */

export { deliverOutbox } from './deliver-outbox.ts'
export { isToWithdrawnMember, retryFailedMessages } from './failed-messages.ts'
export { textPromised } from './hooks.ts'
export {
  cachedText,
  composeLine,
  composeMail,
  fillMessage,
  lineOf,
  loadText,
  mailOf,
  type Recipient,
  recipientColumns,
  type Sender,
  sellerValues,
  type Text,
  valuesForRecipient,
} from './internal/compose.ts'
export { enqueueLine, enqueueLineOfEach, enqueueLines, enqueueLineTo, isFriendOf } from './internal/enqueue-line.ts'
export {
  enqueueMail,
  enqueueMails,
  type QueuedMail,
  reachableAddress,
  SHOP_COPY_PREFIX,
  UNREACHABLE_PREFIX,
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
export { paymentOpenSince, placedSinceTracking } from './internal/ordered-since.ts'
export { changesText, greeting, type PersonalText, PLACEHOLDERS } from './internal/placeholders.ts'
export { markOutboxWritten } from './outbox-writes.ts'
export { textFailures } from './rules/check-text.ts'
export { filledParagraphs } from './rules/fill-text.ts'
