import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { issueDocument } from './admin/issue-document.ts'
import { downloadIssuedDocument, listIssuedDocuments } from './admin/issued-documents.ts'
import { exportDocument } from './export-document.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/file/export/pdf/{orderId}': exportDocument,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/orders/{id}/documents': issueDocument,
  'GET /admin/v1/documents': listIssuedDocuments,
  'POST /admin/v1/documents/content': downloadIssuedDocument,
} satisfies Partial<AdminCallHandlers>
