import { PrivacyRequestDetail, privacyList } from '@kushi/contract/admin/privacy'
import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { privacy_request } from '@kushi/db/schema/privacy'
import { addDays } from '@kushi/values/calendar-date'
import { MOVED_NON_MEMBER_KIND_NAME } from '@kushi/values/move-in'
import { PRIVACY_KIND_NAME, PRIVACY_REQUEST_DAYS } from '@kushi/values/privacy-request'
import { and, eq } from 'drizzle-orm'
import {
  type AdminHandler,
  canSeePersonalData,
  loadListPage,
  maskName,
  maskText,
  type OperatorContext,
  type OperatorQueryContext,
  rowCounter,
} from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, notFound } from '../../../shop-error.ts'
import { loadWithdrawalFacts } from '../internal/load-withdrawal-facts.ts'
import { privacyStateProblem } from '../rules/privacy-state.ts'

type Row = typeof privacy_request.$inferSelect

const nameOf = (ctx: OperatorContext, one: Pick<typeof customer.$inferSelect, 'name01' | 'name02' | 'moved_as'>) => {
  const name = `${one.name01} ${one.name02}`.trim()
  if (name === '') return MOVED_NON_MEMBER_KIND_NAME[one.moved_as ?? 'departed']
  return canSeePersonalData(ctx) ? name : maskName(name)
}

const named = { name01: customer.name01, name02: customer.name02, moved_as: customer.moved_as }
const whose = and(eq(customer.shop_id, privacy_request.shop_id), eq(customer.id, privacy_request.customer_id))

export const listPrivacyRequests: AdminHandler<'GET /admin/v1/privacy-requests'> = async (ctx, query) => {
  const page = await loadListPage(privacyList, query, {
    where: eq(privacy_request.shop_id, ctx.shop_id),
    id: privacy_request.id,
    sorts: { due_on: privacy_request.due_on, created_at: privacy_request.created_at },
    filters: { state: privacy_request.state, kind: privacy_request.kind, due_on: privacy_request.due_on },
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({ row: privacy_request, ...named, id: privacy_request.id, sort_value })
        .from(privacy_request)
        .innerJoin(customer, whose)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
    count: rowCounter(ctx.db, privacy_request),
  })
  return {
    ...page,
    items: page.items.map(({ row, ...name }) => ({
      ...row,
      customer_name: nameOf(ctx, name),
      created_at: row.created_at.toISOString(),
    })),
  }
}

export const showPrivacyRequest: AdminHandler<'GET /admin/v1/privacy-requests/{id}'> = (ctx, { id }) =>
  detail(ctx, ctx.db, id)

async function detail(ctx: OperatorContext, db: Queryable, id: number) {
  const [found] = await db
    .select({ row: privacy_request, ...named, withdrawn_at: customer.withdrawn_at })
    .from(privacy_request)
    .innerJoin(customer, whose)
    .where(and(eq(privacy_request.shop_id, ctx.shop_id), eq(privacy_request.id, id)))
  if (!found) throw notFound()
  const { row, withdrawn_at, ...name } = found
  const isOpen = canSeePersonalData(ctx)
  const key = { shop_id: ctx.shop_id, customer_id: row.customer_id }
  const standing = withdrawn_at ? null : await loadWithdrawalFacts({ ...ctx, db }, key)
  return {
    ...row,
    customer_name: nameOf(ctx, name),
    operator_name: row.actor_name,
    obstacle: standing?.problem ?? null,
    withdrawn_at: withdrawn_at?.toISOString() ?? null,
    content: isOpen ? row.content : maskText(row.content),
    identity_check: isOpen ? row.identity_check : maskText(row.identity_check),
    answer: isOpen ? row.answer : maskText(row.answer),
    exported_at: row.exported_at?.toISOString() ?? null,
    erased_at: row.erased_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** @throws ShopError 404 for an unknown member, or an inquiry that is not theirs */
export const addPrivacyRequest: AdminHandler<'POST /admin/v1/customers/{id}/privacy-requests'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    const { id: customer_id, kind, source, inquiry_id, content, due_on } = input
    await requireAsker(tx, ctx, input)
    const [row] = await tx
      .insert(privacy_request)
      .values({
        shop_id: ctx.shop_id,
        customer_id,
        kind,
        source,
        content,
        inquiry_id: source === 'inquiry' ? inquiry_id : null,
        due_on: due_on ?? addDays(ctx.clock.today(), PRIVACY_REQUEST_DAYS),
        ...ctx.actor,
        created_at: ctx.clock.now(),
      })
      .returning()
    await auditPrivacyRequest(tx, ctx, row!, null)
    return detail(ctx, tx, row!.id)
  })

type PrivacyRequestInput = Parameters<typeof addPrivacyRequest>[1]

async function requireAsker(
  tx: Tx,
  ctx: OperatorQueryContext,
  { id, source, inquiry_id }: PrivacyRequestInput,
): Promise<void> {
  const [member] = await tx
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, id)))
  if (!member) throw notFound()
  if (source !== 'inquiry') return
  if (inquiry_id === null)
    throw invalidFields([
      { path: 'inquiry_id', message_id: 'cmn-err-002', message: 'どのお問い合わせかを選択してください。' },
    ])
  const [asked] = await tx
    .select({ id: inquiry.id })
    .from(inquiry)
    .where(and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.id, inquiry_id), eq(inquiry.customer_id, id)))
  if (!asked) throw notFound()
}

/** @throws ShopError 422 at the field that the new state requires */
export const changePrivacyRequest: AdminHandler<'PUT /admin/v1/privacy-requests/{id}'> = (ctx, { id, ...wanted }) =>
  ctx.db.transaction(async (tx) => {
    const before = await lockPrivacyRequest(tx, ctx, id)
    const problem = privacyStateProblem(before.state, wanted)
    if (problem) throw invalidFields([{ ...problem, message_id: 'refused' }])
    const isClosed = wanted.state === 'done' || wanted.state === 'refused'
    const [after] = await tx
      .update(privacy_request)
      .set({ ...wanted, closed_at: isClosed ? ctx.clock.now() : null })
      .where(and(eq(privacy_request.shop_id, ctx.shop_id), eq(privacy_request.id, id)))
      .returning()
    await auditPrivacyRequest(tx, ctx, after!, before)
    return detail(ctx, tx, id)
  })

/** @throws ShopError 404 */
export async function lockPrivacyRequest(tx: Tx, ctx: OperatorQueryContext, id: number): Promise<Row> {
  const [row] = await tx
    .select()
    .from(privacy_request)
    .where(and(eq(privacy_request.shop_id, ctx.shop_id), eq(privacy_request.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** Writes to the audit log, without personal data. `done`: how it was done, where the row does not state it. */
export function auditPrivacyRequest(
  tx: Tx,
  ctx: OperatorQueryContext,
  row: Row,
  before: Row | null,
  done: object = {},
): Promise<void> {
  const shown = ({ shop_id: _, actor_kind, actor_id, actor_name, created_at, ...rest }: Row) => rest
  return recordAudit(tx, ctx, {
    subject: 'privacy_request',
    subject_id: row.id,
    subject_name: `個人情報の${PRIVACY_KIND_NAME[row.kind]}の請求(会員 ${row.customer_id})`,
    before: before && shown(before),
    after: { ...shown(row), ...done },
    shape: PrivacyRequestDetail,
  })
}
