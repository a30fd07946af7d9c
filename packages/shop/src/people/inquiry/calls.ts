import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { answerInquiry } from './admin/answer-inquiry.ts'
import { addInquiryMessage, assignInquiry, changeInquiryStatus } from './admin/change-inquiry.ts'
import { showInquiryDesk } from './admin/desk.ts'
import { listInquiries } from './admin/list-inquiries.ts'
import { recordCall } from './admin/record-call.ts'
import { listPhotographs, showInquiry } from './admin/show-inquiry.ts'
import {
  approveSupplierApplication,
  listAdminSupplierApplications,
  refuseSupplierApplication,
} from './admin/suppliers.ts'
import { addInquiryTemplate, changeInquiryTemplate, deleteInquiryTemplate } from './admin/templates.ts'
import { applyAsSupplier } from './apply-as-supplier.ts'
import { listMemberInquiries, showMemberInquiry } from './member-inquiries.ts'
import { sendInquiry, sendLineInquiry } from './send-inquiry.ts'
import { updateInquiryStatus } from './update-inquiry-status.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/contact/complete/mail': sendInquiry,
  'GET /v1/inquiry/customer/list': listMemberInquiries,
  'GET /v1/inquiry/customer/detail/{inquiry_no}': showMemberInquiry,
  'POST /v1/supplier/apply': applyAsSupplier,
  'POST /v1/inquiry/line/create': sendLineInquiry,
  'PUT /v1/inquiry/customer/update/status': updateInquiryStatus,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/inquiries': listInquiries,
  'POST /admin/v1/inquiries': recordCall,
  'GET /admin/v1/inquiry-desk': showInquiryDesk,
  'GET /admin/v1/inquiries/{id}': showInquiry,
  'GET /admin/v1/inquiries/{id}/photographs': listPhotographs,
  'POST /admin/v1/inquiries/{id}/answer': answerInquiry,
  'POST /admin/v1/inquiries/{id}/messages': addInquiryMessage,
  'PUT /admin/v1/inquiries/{id}/operator': assignInquiry,
  'PUT /admin/v1/inquiries/{id}/status': changeInquiryStatus,
  'POST /admin/v1/inquiry-templates': addInquiryTemplate,
  'PUT /admin/v1/inquiry-templates/{id}': changeInquiryTemplate,
  'DELETE /admin/v1/inquiry-templates/{id}': deleteInquiryTemplate,
  'GET /admin/v1/suppliers': listAdminSupplierApplications,
  'POST /admin/v1/suppliers/{inquiry_no}/approve': approveSupplierApplication,
  'POST /admin/v1/suppliers/{inquiry_no}/refuse': refuseSupplierApplication,
} satisfies Partial<AdminCallHandlers>
