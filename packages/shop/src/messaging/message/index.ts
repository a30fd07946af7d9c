/** The exports of `message` for other features. */

export { deliverOutbox } from './deliver-outbox.ts'
export { retryFailedMessages, sentToWithdrawnMemberCondition } from './failed-messages.ts'
export { promiseTextsRequested } from './hooks.ts'
export {
  composeLineCard,
  composeLineCardFromText,
  composeMail,
  composeMailFromText,
  fillMessageText,
  loadCachedMessageText,
  loadMessageText,
  type MailRecipient,
  type MessageTextParts,
  placeholderValuesForRecipient,
  recipientColumns,
  type SenderShop,
  sellerPlaceholderValues,
} from './internal/compose.ts'
export {
  enqueueLineMessages,
  enqueueLineMessagesToMembers,
  enqueueLineMessageToMember,
  enqueueLineMessageToUser,
  lineFriendJoinCondition,
} from './internal/enqueue-line.ts'
export {
  enqueueMail,
  enqueueMails,
  INQUIRY_SHOP_COPY_PREFIX,
  type QueuedMail,
  reachableEmail,
  UNREACHABLE_EMAIL_PREFIX,
  unreachableEmail,
} from './internal/enqueue-mail.ts'
export {
  isLineMessageKind,
  isMessageKindName,
  type MailMessageKind,
  MESSAGE_GROUPS,
  MESSAGE_KINDS,
  type MessageKindName,
  type PlaceholderValuesOf,
} from './internal/kinds.ts'
export { buildLineMessage } from './internal/line-message.ts'
export {
  addresseeText,
  escapeHtml,
  mailButtonHtml,
  mailPageHtml,
  mailText,
  signatureHtml,
  smallPrintHtml,
} from './internal/mail-html.ts'
export { loadRecentMessages, messageRow } from './internal/messages-of.ts'
export { paymentPendingSinceCartTrackingSql, purchasedSinceCartTrackingSql } from './internal/ordered-since.ts'
export {
  changesText,
  MESSAGE_PLACEHOLDERS,
  type PersonalPlaceholderText,
  personalAddresseeText,
} from './internal/placeholders.ts'
export { markOutboxWritten } from './outbox-writes.ts'
export { messageTextFailures } from './rules/check-text.ts'
export { fillTextParagraphs } from './rules/fill-text.ts'
