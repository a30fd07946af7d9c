import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { exportSettlementClaims, listSettlementClaims, saveSettlementTerms, showSettlement } from './admin/claims.ts'
import { showSettlementDays } from './admin/days.ts'
import {
  assignSettlementColumns,
  chooseSettlementHeaderRow,
  deleteSettlementFile,
  downloadSettlementFile,
  uploadSettlementFile,
} from './admin/files.ts'
import { exportSettlementLines, listSettlementLines, resolveSettlementLine } from './admin/lines.ts'
import { revertSettlementFile } from './admin/revert-settlement-file.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/settlement': showSettlement,
  'POST /admin/v1/settlement/files': uploadSettlementFile,
  'PUT /admin/v1/settlement/files/{id}': assignSettlementColumns,
  'PUT /admin/v1/settlement/files/{id}/head': chooseSettlementHeaderRow,
  'DELETE /admin/v1/settlement/files/{id}': deleteSettlementFile,
  'POST /admin/v1/settlement/files/{id}/take-back': revertSettlementFile,
  'POST /admin/v1/settlement/files/content': downloadSettlementFile,
  'GET /admin/v1/settlement/days/{month}': showSettlementDays,
  'GET /admin/v1/settlement-lines': listSettlementLines,
  'POST /admin/v1/settlement-lines/export': exportSettlementLines,
  'POST /admin/v1/settlement-lines/{id}/settle': resolveSettlementLine,
  'GET /admin/v1/settlement-claims': listSettlementClaims,
  'POST /admin/v1/settlement-claims/export': exportSettlementClaims,
  'PUT /admin/v1/settlement/terms': saveSettlementTerms,
} satisfies Partial<AdminCallHandlers>
