import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { exportClaims, listClaims, saveTerms, showSettlement } from './admin/claims.ts'
import { showSettlementDays } from './admin/days.ts'
import {
  assignColumns,
  chooseHeadRow,
  downloadSettlementFile,
  dropSettlementFile,
  putSettlementFile,
} from './admin/files.ts'
import { exportSettlementLines, listSettlementLines, settleLine } from './admin/lines.ts'
import { revertSettlementFile } from './admin/take-file-back.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/settlement': showSettlement,
  'POST /admin/v1/settlement/files': putSettlementFile,
  'PUT /admin/v1/settlement/files/{id}': assignColumns,
  'PUT /admin/v1/settlement/files/{id}/head': chooseHeadRow,
  'DELETE /admin/v1/settlement/files/{id}': dropSettlementFile,
  'POST /admin/v1/settlement/files/{id}/take-back': revertSettlementFile,
  'POST /admin/v1/settlement/files/content': downloadSettlementFile,
  'GET /admin/v1/settlement/days/{month}': showSettlementDays,
  'GET /admin/v1/settlement-lines': listSettlementLines,
  'POST /admin/v1/settlement-lines/export': exportSettlementLines,
  'POST /admin/v1/settlement-lines/{id}/settle': settleLine,
  'GET /admin/v1/settlement-claims': listClaims,
  'POST /admin/v1/settlement-claims/export': exportClaims,
  'PUT /admin/v1/settlement/terms': saveTerms,
} satisfies Partial<AdminCallHandlers>
