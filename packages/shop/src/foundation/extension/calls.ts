import type { AdminCallHandlers } from '../admin/index.ts'
import { listFailedExtensionEvents, retryExtensionEvent } from './admin/notes.ts'
import { changeExtensionSettings, listExtensionSettings } from './admin/settings.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/setting/extensions': listExtensionSettings,
  'PUT /admin/v1/setting/extensions/{name}': changeExtensionSettings,
  'GET /admin/v1/setting/extension-notes': listFailedExtensionEvents,
  'POST /admin/v1/setting/extension-notes/{id}/retry': retryExtensionEvent,
} satisfies Partial<AdminCallHandlers>
