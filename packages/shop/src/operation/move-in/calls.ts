import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import {
  deleteMoveInFiles,
  exportMoveInProblems,
  saveMoveInFile,
  showMoveIn,
  startMoveInRehearsal,
  startMoveInRevert,
  startMoveInRevertRehearsal,
  startMoveInRun,
} from './admin/screen.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/move-in': showMoveIn,
  'POST /admin/v1/move-in/files': saveMoveInFile,
  'DELETE /admin/v1/move-in/files': deleteMoveInFiles,
  'POST /admin/v1/move-in/check': startMoveInRehearsal,
  'POST /admin/v1/move-in/run': startMoveInRun,
  'POST /admin/v1/move-in/back/check': startMoveInRevertRehearsal,
  'POST /admin/v1/move-in/back/run': startMoveInRevert,
  'POST /admin/v1/move-in/problems': exportMoveInProblems,
} satisfies Partial<AdminCallHandlers>
