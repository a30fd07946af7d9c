import type { Tx } from '@kushi/db/connect'
import { inquiry, inquiry_message } from '@kushi/db/schema/inquiry'
import { operator, operator_role } from '@kushi/db/schema/operator'
import { INQUIRY_STATUS_NAME, type InquiryStatusId } from '@kushi/values/inquiry-status'
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { activeRoleCondition } from '../../operator/index.ts'
import { inquiryStatesAfter, isInquirySettled } from '../rules/inquiry-transition.ts'
import { inquiryDetail } from './show-inquiry.ts'

type Row = typeof inquiry.$inferSelect
type Change = Partial<Pick<Row, 'inquiry_status_id' | 'operator_id' | 'waiting_since'>>

/** Locks the inquiry in this transaction. @throws ShopError 404 */
export async function lockInquiry(tx: Tx, ctx: OperatorQueryContext, id: number): Promise<Row> {
  const [row] = await tx
    .select()
    .from(inquiry)
    .where(and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.id, id), eq(inquiry.kind, 'contact')))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** Saves a change of an inquiry with its audit entry; `said`: further facts for the entry. */
export async function saveInquiry(
  tx: Tx,
  ctx: OperatorQueryContext,
  row: Row,
  change: Change,
  said: Record<string, unknown> = {},
): Promise<void> {
  await tx
    .update(inquiry)
    .set({ ...change, updated_at: ctx.clock.now() })
    .where(and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.id, row.id)))
  const before = Object.fromEntries(Object.keys(change).map((name) => [name, row[name as keyof Change]]))
  await recordAudit(tx, ctx, {
    subject: 'inquiry',
    subject_id: row.id,
    subject_name: row.inquiry_no,
    before,
    after: { ...change, ...said },
  })
}

/**
 * Checks that an operator may set this status and returns it. The current status is allowed too.
 * @throws ShopError 409
 */
export function requireNextInquiryStatus(row: Row, to: number): InquiryStatusId {
  const from = row.inquiry_status_id as InquiryStatusId
  if (to !== from && !inquiryStatesAfter('operator', from).includes(to as InquiryStatusId))
    throw new ShopError(
      409,
      'ERROR_INQUIRY_STATUS',
      `「${INQUIRY_STATUS_NAME[from]}」のお問い合わせは「${INQUIRY_STATUS_NAME[to as InquiryStatusId]}」にできません。`,
    )
  return to as InquiryStatusId
}

export const changeInquiryStatus: AdminHandler<'PUT /admin/v1/inquiries/{id}/status'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    const row = await lockInquiry(tx, ctx, input.id)
    const inquiry_status_id = requireNextInquiryStatus(row, input.inquiry_status_id)
    const waiting_since = isInquirySettled(inquiry_status_id) ? null : row.waiting_since
    await saveInquiry(tx, ctx, row, { inquiry_status_id, waiting_since })
    return inquiryDetail(ctx, tx, input.id)
  })

/** 担当: assigns an operator of this shop, or none. */
export const assignInquiry: AdminHandler<'PUT /admin/v1/inquiries/{id}/operator'> = (ctx, { id, operator_id }) =>
  ctx.db.transaction(async (tx) => {
    const row = await lockInquiry(tx, ctx, id)
    if (operator_id !== null && !(await worksHere(tx, ctx, operator_id))) throw notFound()
    await saveInquiry(tx, ctx, row, { operator_id })
    return inquiryDetail(ctx, tx, id)
  })

const worksHere = async (tx: Tx, { shop_id }: OperatorContext, operator_id: number): Promise<boolean> => {
  const [found] = await tx
    .select({ id: operator.id })
    .from(operator)
    .leftJoin(operator_role, activeRoleCondition(shop_id))
    .where(
      and(
        eq(operator.id, operator_id),
        isNull(operator.stopped_at),
        or(isNotNull(operator_role.role), isNotNull(operator.installation_role)),
      ),
    )
  return found !== undefined
}

/**
 * 社内メモ, or what the customer said by phone or in a mail of their own; in that case the customer is waiting for an
 * answer again.
 */
export const addInquiryMessage: AdminHandler<'POST /admin/v1/inquiries/{id}/messages'> = (ctx, { id, channel, body }) =>
  ctx.db.transaction(async (tx) => {
    const row = await lockInquiry(tx, ctx, id)
    const created_at = ctx.clock.now()
    const direction = channel === null ? 'note' : 'in'
    const [added] = await tx
      .insert(inquiry_message)
      .values({
        shop_id: ctx.shop_id,
        inquiry_id: id,
        direction,
        channel,
        body,
        operator_id: ctx.operator.id,
        created_at,
      })
      .returning({ id: inquiry_message.id })
    const waiting_since = channel === null ? row.waiting_since : (row.waiting_since ?? created_at)
    await saveInquiry(tx, ctx, row, { waiting_since }, { inquiry_message_id: added!.id })
    return inquiryDetail(ctx, tx, id)
  })
