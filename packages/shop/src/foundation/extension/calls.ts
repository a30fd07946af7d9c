import type { AdminCalls } from '../admin/index.ts'
import { listExtensionNotes, retryExtensionNote } from './admin/notes.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/setting/extension-notes': listExtensionNotes,
  'POST /admin/v1/setting/extension-notes/{id}/retry': retryExtensionNote,
} satisfies Partial<AdminCalls>
