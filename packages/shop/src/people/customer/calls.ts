import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { addAddress, deleteAddress, getAddress, listAddresses, updateAddress } from './addresses.ts'
import {
  addCustomerNote,
  endCustomerSessions,
  sendCustomerEmailVerification,
  setCustomerRank,
  unblockCustomer,
} from './admin/change-customer.ts'
import { exportCustomers } from './admin/export-customers.ts'
import { findDuplicateCustomers } from './admin/find-duplicates.ts'
import { checkCustomerImport, runCustomerImport } from './admin/import-customers.ts'
import { listAcquisitionSources, listCustomers } from './admin/list-customers.ts'
import { changeRankTerms, previewRankDecision, showRanks } from './admin/ranks.ts'
import { showCustomer } from './admin/show-customer.ts'
import { addCustomer, changeCustomer } from './admin/write-customer.ts'
import { confirmEmailChange, requestEmailChange, requestEmailVerification } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { checkEmailRegistered } from './check-mail.ts'
import { hasErrorPayment } from './has-error-payment.ts'
import { registerCustomer } from './register-customer.ts'
import { confirmPasswordReset, requestPasswordReset, verifyPasswordResetLink } from './reset-password.ts'
import { revokeConsent } from './revoke-consent.ts'
import { updateCustomer } from './update-customer.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/common/mail/check': checkEmailRegistered,
  'POST /v1/common/reset-password/': requestPasswordReset,
  'POST /v1/common/reset-password/verify': verifyPasswordResetLink,
  'PATCH /v1/common/reset-password_confirm/': confirmPasswordReset,
  'GET /v1/common/address': listAddresses,
  'GET /v1/common/address/detail/{id}': getAddress,
  'POST /v1/common/address/new': addAddress,
  'PUT /v1/common/address/update/{id}': updateAddress,
  'DELETE /v1/common/address/delete/{id}': deleteAddress,
  'POST /v1/customer/new': registerCustomer,
  'PUT /v1/customer/{id}/update': updateCustomer,
  'POST /v1/customer/email/change': requestEmailChange,
  'POST /v1/customer/email/verification': requestEmailVerification,
  'POST /v1/customer/email/confirm': confirmEmailChange,
  'POST /v1/customer/password/change': changePassword,
  'POST /v1/customer/consents/take-back': revokeConsent,
  'GET /v1/customer/has-error-payment': hasErrorPayment,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/customers': listCustomers,
  'GET /admin/v1/customers/sources': listAcquisitionSources,
  'POST /admin/v1/customers/export': exportCustomers,
  'POST /admin/v1/customers/import/check': checkCustomerImport,
  'POST /admin/v1/customers/import/run': runCustomerImport,
  'GET /admin/v1/customers/{id}': showCustomer,
  'POST /admin/v1/customers': addCustomer,
  'PUT /admin/v1/customers/{id}': changeCustomer,
  'PUT /admin/v1/customers/{id}/rank': setCustomerRank,
  'POST /admin/v1/customers/{id}/notes': addCustomerNote,
  'DELETE /admin/v1/customers/{id}/sessions': endCustomerSessions,
  'POST /admin/v1/customers/{id}/email-verification': sendCustomerEmailVerification,
  'DELETE /admin/v1/customers/{id}/block': unblockCustomer,
  'GET /admin/v1/customers/{id}/doubles': findDuplicateCustomers,
  'GET /admin/v1/ranks': showRanks,
  'GET /admin/v1/ranks/preview': previewRankDecision,
  'PUT /admin/v1/ranks': changeRankTerms,
} satisfies Partial<AdminCallHandlers>
