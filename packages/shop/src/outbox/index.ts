/** What other features use of `outbox`. */
export { deliverOutbox } from './deliver-outbox.ts'
export { isToWhoLeft, retryFailedMessages } from './failed-messages.ts'
export { enqueueLine, enqueueLineOfEach, enqueueLines, enqueueLineTo, isFriendOf } from './internal/enqueue-line.ts'
export {
  enqueueMail,
  enqueueMails,
  mailStep,
  mailValues,
  type QueuedMail,
  TO_SHOP,
  unreachableAddress,
} from './internal/enqueue-mail.ts'
export { lineMessage } from './internal/line-message.ts'
export { messageRow, messagesOf } from './internal/messages-of.ts'
export { paymentOpenSince, placedSince } from './internal/ordered-since.ts'
