import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { beginMove, checkMove, dropMoveFiles, exportMoveProblems, putMoveFile, showMove } from './admin/screen.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/move-in': showMove,
  'POST /admin/v1/move-in/files': putMoveFile,
  'DELETE /admin/v1/move-in/files': dropMoveFiles,
  'POST /admin/v1/move-in/check': checkMove,
  'POST /admin/v1/move-in/run': beginMove,
  'POST /admin/v1/move-in/problems': exportMoveProblems,
} satisfies Partial<AdminCallHandlers>
