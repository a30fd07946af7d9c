import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { erasePersonalData } from './admin/erase.ts'
import { exportPersonalData } from './admin/export.ts'
import {
  addPrivacyIncident,
  changePrivacyIncident,
  listPrivacyIncidents,
  showPrivacyIncident,
} from './admin/incidents.ts'
import { mergeCustomers } from './admin/merge-customers.ts'
import { createOrderEvidence } from './admin/order-evidence.ts'
import { previewMerge } from './admin/preview-merge.ts'
import { recordMergeIdentity, requestMergeConsent } from './admin/request-merge-consent.ts'
import { addPrivacyRequest, changePrivacyRequest, listPrivacyRequests, showPrivacyRequest } from './admin/requests.ts'
import { cancelCustomerWithdrawal, withdrawCustomer } from './admin/withdraw-customer.ts'
import { answerMergeConsentRequest, showMergeConsentRequest } from './answer-merge.ts'
import { listConsents } from './list-consents.ts'
import { listOwnPrivacyRequests, submitPrivacyRequest } from './submit-privacy-request.ts'
import { cancelOwnWithdrawal, previewOwnWithdrawal, withdrawOwnMembership } from './withdraw.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/customer/consents': listConsents,
  'GET /v1/customer/privacy-requests': listOwnPrivacyRequests,
  'POST /v1/customer/privacy-requests': submitPrivacyRequest,
  'POST /v1/customer/merge/show': showMergeConsentRequest,
  'POST /v1/customer/merge/answer': answerMergeConsentRequest,
  'GET /v1/customer/withdrawal': previewOwnWithdrawal,
  'POST /v1/customer/withdraw': withdrawOwnMembership,
  'POST /v1/customer/withdraw/undo': cancelOwnWithdrawal,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/customers/{id}/withdrawal': withdrawCustomer,
  'DELETE /admin/v1/customers/{id}/withdrawal': cancelCustomerWithdrawal,
  'GET /admin/v1/customers/{id}/merge': previewMerge,
  'POST /admin/v1/customers/{id}/merge': mergeCustomers,
  'POST /admin/v1/customers/{id}/merge/request': requestMergeConsent,
  'POST /admin/v1/customers/{id}/merge/identity': recordMergeIdentity,
  'POST /admin/v1/orders/{id}/evidence': createOrderEvidence,
  'GET /admin/v1/privacy-incidents': listPrivacyIncidents,
  'GET /admin/v1/privacy-incidents/{id}': showPrivacyIncident,
  'POST /admin/v1/privacy-incidents': addPrivacyIncident,
  'PUT /admin/v1/privacy-incidents/{id}': changePrivacyIncident,
  'GET /admin/v1/privacy-requests': listPrivacyRequests,
  'GET /admin/v1/privacy-requests/{id}': showPrivacyRequest,
  'POST /admin/v1/customers/{id}/privacy-requests': addPrivacyRequest,
  'PUT /admin/v1/privacy-requests/{id}': changePrivacyRequest,
  'POST /admin/v1/privacy-requests/{id}/export': exportPersonalData,
  'POST /admin/v1/privacy-requests/{id}/erase': erasePersonalData,
} satisfies Partial<AdminCallHandlers>
