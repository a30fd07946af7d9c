import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import {
  deleteMoveInFiles,
  exportMoveInProblems,
  saveMoveInFile,
  showMoveIn,
  startMoveInRehearsal,
  startMoveInRun,
  startTakeBack,
  startTakeBackRehearsal,
} from './admin/screen.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/move-in': showMoveIn,
  'POST /admin/v1/move-in/files': saveMoveInFile,
  'DELETE /admin/v1/move-in/files': deleteMoveInFiles,
  'POST /admin/v1/move-in/check': startMoveInRehearsal,
  'POST /admin/v1/move-in/run': startMoveInRun,
  'POST /admin/v1/move-in/back/check': startTakeBackRehearsal,
  'POST /admin/v1/move-in/back/run': startTakeBack,
  'POST /admin/v1/move-in/problems': exportMoveInProblems,
} satisfies Partial<AdminCallHandlers>
