import { inquiryList } from '@kushi/contract/admin/inquiry'
import { inquiry } from '@kushi/db/schema/inquiry'
import { operator } from '@kushi/db/schema/operator'
import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  canSeePersonalData,
  loadListPage,
  maskEmail,
  maskName,
  maskText,
  rowCounter,
} from '../../../foundation/admin/index.ts'
import { inquirySearchConditions } from '../internal/inquiry-conditions.ts'

/**
 * A subselect, not a join: most inquiries are not waiting, so with a join the planner expects few rows for a page and
 * would read and sort them all.
 */
const operator_name = sql<string | null>`(select o.name from ${operator} o where o.id = "inquiry"."operator_id")`

/** お問い合わせ一覧: the longest waiting customer first. */
export const listInquiries: AdminHandler<'GET /admin/v1/inquiries'> = async (ctx, query) => {
  const isOpen = canSeePersonalData(ctx)
  const numbers = (values: string[]) => values.map(Number).filter(Number.isSafeInteger)
  const page = await loadListPage(inquiryList, query, {
    where: and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.kind, 'contact')),
    id: inquiry.id,
    sorts: { queue_at: inquiry.queue_at, created_at: inquiry.created_at },
    filters: {
      // `waiting_since` is null when the customer is no longer waiting; the condition on the queue uses an index.
      is_waiting: (wanted: boolean) =>
        wanted ? sql`${inquiry.queue_at} < 'infinity'` : sql`${inquiry.queue_at} = 'infinity'`,
      inquiry_status_id: (values: string[]) => inArray(inquiry.inquiry_status_id, numbers(values)),
      inquiry_category_id: (values: string[]) => inArray(inquiry.inquiry_category_id, numbers(values)),
      inquiry_type_id: (values: string[]) => inArray(inquiry.inquiry_type_id, numbers(values)),
      operator_id: (values: string[]) => inArray(inquiry.operator_id, numbers(values)),
      created_at: inquiry.created_at,
    },
    search: (words) => inquirySearchConditions(ctx, 'contact', words),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({ row: inquiry, id: inquiry.id, operator_name, sort_value })
        .from(inquiry)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
    count: rowCounter(ctx.db, inquiry),
  })
  return {
    ...page,
    items: page.items.map(({ row, operator_name }) => ({
      ...row,
      operator_name,
      name: isOpen ? row.name : maskName(row.name),
      email: isOpen ? row.email : maskEmail(row.email),
      content: isOpen ? row.content : maskText(row.content),
      waiting_since: row.waiting_since?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    })),
  }
}
