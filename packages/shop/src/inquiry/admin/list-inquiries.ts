import { inquiryList } from '@kushi/contract/admin/inquiry'
import { inquiry } from '@kushi/db/schema/inquiry'
import { operator } from '@kushi/db/schema/operator'
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import {
  type AdminVerb,
  countOf,
  maskEmail,
  maskName,
  maskText,
  maySee,
  runList,
  startsWith,
} from '../../admin/index.ts'

/** お問い合わせ一覧: who waits longest comes first. A role that sees no names finds by a whole address only. */
export const listInquiries: AdminVerb<'GET /admin/v1/inquiries'> = async (ctx, query) => {
  const isOpen = maySee(ctx)
  const numbers = (values: string[]) => values.map(Number).filter(Number.isSafeInteger)
  const page = await runList(inquiryList, query, {
    where: and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.kind, 'contact')),
    id: inquiry.id,
    sorts: { queue_at: inquiry.queue_at, created_at: inquiry.created_at },
    filters: {
      is_waiting: (wanted: boolean) => (wanted ? isNotNull : isNull)(inquiry.waiting_since),
      inquiry_status_id: (values: string[]) => inArray(inquiry.inquiry_status_id, numbers(values)),
      inquiry_category_id: (values: string[]) => inArray(inquiry.inquiry_category_id, numbers(values)),
      inquiry_type_id: (values: string[]) => inArray(inquiry.inquiry_type_id, numbers(values)),
      operator_id: (values: string[]) => inArray(inquiry.operator_id, numbers(values)),
      created_at: inquiry.created_at,
    },
    search: (words) =>
      or(
        startsWith(inquiry.inquiry_no, words.toUpperCase()),
        ...(isOpen
          ? [startsWith(inquiry.name, words), startsWith(inquiry.email, words.toLowerCase())]
          : [eq(inquiry.email, words.toLowerCase())]),
      ),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({ row: inquiry, id: inquiry.id, operator_name: operator.name, sort_value })
        .from(inquiry)
        .leftJoin(operator, eq(operator.id, inquiry.operator_id))
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
    count: countOf(ctx.db, inquiry),
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
