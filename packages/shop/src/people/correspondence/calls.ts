import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { listMessages, showMessage } from './admin/list-messages.ts'
import { resendMessage, retryAllFailedMessages, stopMessage } from './admin/send-again.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/messages': listMessages,
  'GET /admin/v1/messages/{id}': showMessage,
  'POST /admin/v1/messages/{id}/resend': resendMessage,
  'POST /admin/v1/messages/{id}/stop': stopMessage,
  'POST /admin/v1/messages/retry-failed': retryAllFailedMessages,
} satisfies Partial<AdminCallHandlers>
