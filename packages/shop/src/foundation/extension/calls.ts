import type { AdminCallHandlers } from '../admin/index.ts'
import { listExtensionNotes, retryExtensionNote } from './admin/notes.ts'
import { changeExtensionSettings, listExtensionSettings } from './admin/settings.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/setting/extensions': listExtensionSettings,
  'PUT /admin/v1/setting/extensions/{name}': changeExtensionSettings,
  'GET /admin/v1/setting/extension-notes': listExtensionNotes,
  'POST /admin/v1/setting/extension-notes/{id}/retry': retryExtensionNote,
} satisfies Partial<AdminCallHandlers>
