import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { requestRefundAccount, withdrawBankRefund } from './admin/request-refund-account.ts'
import { showBankRefunds } from './admin/show-bank-refunds.ts'
import {
  approveTransferFile,
  discardTransferFile,
  downloadTransferFile,
  prepareTransferFile,
  recordReturnedTransfer,
  recordTransferFilePaid,
  saveTransferSender,
} from './admin/transfer-files.ts'
import { showRefundAccount, submitRefundAccount } from './submit-refund-account.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/order/refund-account/show': showRefundAccount,
  'POST /v1/order/refund-account': submitRefundAccount,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/bank-refunds': showBankRefunds,
  'POST /admin/v1/orders/{id}/bank-refund': requestRefundAccount,
  'POST /admin/v1/bank-refunds/{id}/withdraw': withdrawBankRefund,
  'PUT /admin/v1/bank-refunds/sender': saveTransferSender,
  'POST /admin/v1/bank-refunds/files': prepareTransferFile,
  'POST /admin/v1/bank-refunds/files/{id}/approve': approveTransferFile,
  'POST /admin/v1/bank-refunds/files/content': downloadTransferFile,
  'POST /admin/v1/bank-refunds/files/{id}/paid': recordTransferFilePaid,
  'POST /admin/v1/bank-refunds/files/{id}/drop': discardTransferFile,
  'POST /admin/v1/bank-refunds/{id}/returned': recordReturnedTransfer,
} satisfies Partial<AdminCallHandlers>
