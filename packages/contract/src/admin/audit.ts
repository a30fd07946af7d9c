import { z } from 'zod'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'

/** 操作履歴: a change that an operator made. `before` and `after` hold only what changed. */
export const AuditEvent = z.object({
  id: z.int(),
  created_at: z.iso.datetime(),
  operator_id: z.int().nullable(),
  operator_name: z.string(),
  ip: z.string(),
  /** The call, `PUT /admin/v1/products/{id}`, with its Japanese summary. */
  action: z.string(),
  summary: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  subject_name: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  names: z.record(z.string(), z.string()).meta({ description: 'What the fields in `before` and `after` are called.' }),
  values: z
    .record(z.string(), z.record(z.string(), z.string()))
    .meta({ description: 'What the values of these fields are called; one that is not here is a text.' }),
})
export type AuditEvent = z.infer<typeof AuditEvent>

export const auditList = {
  name: 'audit',
  filters: {
    operator: { kind: 'select', label: '担当者', options: null },
    subject: { kind: 'text', label: '対象の種類(商品、会員など)' },
    subject_id: { kind: 'text', label: '対象の番号' },
    field: { kind: 'text', label: '変わった項目(価格、在庫など)' },
    created_at: { kind: 'date', label: '日付' },
  },
  sorts: { created_at: '日時' },
  sort: '-created_at',
  search: '対象の名前・担当者',
} as const satisfies List

export const auditAdminEndpoints = {
  'GET /admin/v1/audit': {
    summary: '操作履歴',
    permission: 'audit.read',
    query: listQuery(auditList),
    may_be_old: true,
    response: listPage(AuditEvent),
  },
} as const satisfies AdminEndpoints
