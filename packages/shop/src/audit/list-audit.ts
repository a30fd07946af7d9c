import { auditList } from '@kushi/contract/admin/audit'
import { FIELD_NAME, named, SUBJECT_NAME } from '@kushi/contract/admin/audit-words'
import { adminContract } from '@kushi/contract/admin/contract'
import { contract } from '@kushi/contract/contract'
import { audit_event } from '@kushi/db/schema/operator'
import { arrayOverlaps, eq, inArray, or } from 'drizzle-orm'
import { type AdminVerb, contains, countOf, runList } from '../admin/index.ts'

const summaries = new Map<string, string>([
  ...Object.entries(adminContract).map(([key, call]) => [key, call.summary] as const),
  // 代理ログイン: what an operator does as a member.
  ...Object.entries(contract).map(([key, call]) => [key, `代理操作: ${call.summary}`] as const),
  ['scheduled-change', '予定した変更の実施'],
  ['privacy-kept', '保管の期限が過ぎた個人情報の消去'],
])

/** What a call does, in words; a command says it itself. */
export const callSummary = (action: string): string => summaries.get(action) ?? action

/** 操作履歴: `subject=product_sku&subject_id=12&field=price`, or `field=価格`, answers who changed that price. */
export const listAudit: AdminVerb<'GET /admin/v1/audit'> = async (ctx, query) => {
  const page = await runList(auditList, query, {
    where: eq(audit_event.shop_id, ctx.shop_id),
    id: audit_event.id,
    sorts: { created_at: audit_event.created_at },
    filters: {
      operator: audit_event.operator_id,
      subject: (value: string) => inArray(audit_event.subject, named(SUBJECT_NAME, value)),
      subject_id: (value: string) => eq(audit_event.subject_id, value),
      field: (value: string) => arrayOverlaps(audit_event.fields, named(FIELD_NAME, value)),
      created_at: audit_event.created_at,
    },
    search: (words) => or(contains(audit_event.subject_name, words), contains(audit_event.operator_name, words)),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({ event: audit_event, id: audit_event.id, sort_value })
        .from(audit_event)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
    count: countOf(ctx.db, audit_event),
  })
  return {
    ...page,
    items: page.items.map(({ event }) => ({
      ...event,
      created_at: event.created_at.toISOString(),
      summary: callSummary(event.action),
    })),
  }
}
