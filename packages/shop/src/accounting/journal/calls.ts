import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { downloadJournals, exportJournals } from './admin/journals.ts'
import { saveAccountingSettings, showAccountingSettings } from './admin/settings.ts'

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/accounting/months/{month}/journals': exportJournals,
  'POST /admin/v1/accounting/journals/file': downloadJournals,
  'GET /admin/v1/accounting/settings': showAccountingSettings,
  'PUT /admin/v1/accounting/settings': saveAccountingSettings,
} satisfies Partial<AdminCallHandlers>
