import { supplierList } from '@kushi/contract/admin/supplier'
import type { Tx } from '@kushi/db/connect'
import { inquiry } from '@kushi/db/schema/inquiry'
import { and, eq, isNull, or } from 'drizzle-orm'
import {
  type AdminHandler,
  addressForOperator,
  canSeePersonalData,
  loadListPage,
  maskEmail,
  maskName,
  maskPhone,
  maskText,
  type OperatorQueryContext,
  rowCounter,
} from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { approveSupplier, refuseSupplier, type SupplierApplicationDetail } from '../decide-supplier.ts'
import { inquirySearchConditions } from '../internal/inquiry-conditions.ts'

type Row = typeof inquiry.$inferSelect

/** 卸の申し込み一覧 */
export const listAdminSupplierApplications: AdminHandler<'GET /admin/v1/suppliers'> = async (ctx, query) => {
  const isOpen = canSeePersonalData(ctx)
  const page = await loadListPage(supplierList, query, {
    where: and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.kind, 'supplier')),
    id: inquiry.id,
    sorts: { created_at: inquiry.created_at },
    filters: {
      decision: (values: string[]) =>
        or(...values.map((one) => (one === 'open' ? isNull(inquiry.decision) : eq(inquiry.decision, one)))),
      created_at: inquiry.created_at,
    },
    search: (words) => inquirySearchConditions(ctx, 'supplier', words),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({ row: inquiry, id: inquiry.id, sort_value })
        .from(inquiry)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
    count: rowCounter(ctx.db, inquiry),
  })
  return { ...page, items: page.items.map(({ row }) => shown(row, isOpen)) }
}

/** An application that was erased with its account (個人情報の削除) shows only number, dates and decision. */
function shown(row: Row, isOpen: boolean) {
  const at = 'pref_id' in row.detail ? (row.detail as SupplierApplicationDetail) : null
  const { company_name, site_url } = at ?? { company_name: row.name, site_url: '' }
  return {
    ...row,
    // A sole trader's company, and often the website, has the person's name.
    company_name: isOpen ? company_name : maskName(company_name),
    site_url: isOpen ? site_url : maskText(site_url),
    name: isOpen ? row.name : maskName(row.name),
    email: isOpen ? row.email : maskEmail(row.email),
    phone_number: isOpen ? row.phone_number : maskPhone(row.phone_number),
    content: isOpen ? row.content : maskText(row.content),
    address: at === null ? '' : addressForOperator(at, isOpen),
    decision: row.decision as 'approved' | null,
    created_at: row.created_at.toISOString(),
  }
}

export const approveSupplierApplication: AdminHandler<'POST /admin/v1/suppliers/{inquiry_no}/approve'> = (
  ctx,
  { inquiry_no },
) => approveSupplier(ctx, inquiry_no, (tx, row) => noted(tx, ctx, row, { decision: 'approved' }))

export const refuseSupplierApplication: AdminHandler<'POST /admin/v1/suppliers/{inquiry_no}/refuse'> = async (
  ctx,
  input,
) => {
  const { inquiry_no, decision_reason } = input
  const after = { decision: 'refused', decision_reason }
  await refuseSupplier(ctx, inquiry_no, decision_reason, (tx, row) => noted(tx, ctx, row, after))
  return {}
}

const noted = (
  tx: Tx,
  ctx: OperatorQueryContext,
  row: Row,
  after: Partial<Record<'decision' | 'decision_reason', string>>,
) =>
  recordAudit(tx, ctx, {
    subject: 'inquiry',
    subject_id: row.id,
    subject_name: row.inquiry_no,
    after,
    before: { decision: row.decision, ...('decision_reason' in after && { decision_reason: row.decision_reason }) },
  })
