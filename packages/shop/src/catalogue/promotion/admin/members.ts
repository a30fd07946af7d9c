import { MAX_PASTED_MEMBERS, MAX_PROMOTION_MEMBERS } from '@kushi/contract/admin/promotion'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { customer } from '@kushi/db/schema/customer'
import { promotion, promotion_member } from '@kushi/db/schema/promotion'
import { normalizeEmail } from '@kushi/values/email'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { pastedLines } from '../../../foundation/csv/index.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { promotionMemberListCondition } from './promotions.ts'

/** The most lines without a member that a message names. */
const MAX_NAMED = 100
const heads = /^(会員番号|会員ID|id|customer_id|メール|メールアドレス|e-?mail)$/i

/**
 * Adds the members in these lines to 会員リスト. Lines that name no member are reported, and the others are added.
 * @throws ShopError 404, 422 for too many lines, 409 when the list would be too long
 */
export const addPromotionMembers: AdminHandler<'POST /admin/v1/promotions/{id}/members'> = async (
  ctx,
  { id, pasted_members },
) => {
  const { shop_id } = ctx
  const lines = pastedLines(pasted_members).map(({ cells }) => cells[0] ?? '')
  const typed = lines.filter((line, n) => line !== '' && !(n === 0 && heads.test(line)))
  const refuse = (message: string) => refusedField('pasted_members', message)
  if (typed.length === 0) throw refuse('会員番号またはメールアドレスを、1行ずつ入力してください。')
  if (typed.length > MAX_PASTED_MEMBERS)
    throw refuse(`一度に入れられるのは${MAX_PASTED_MEMBERS.toLocaleString('ja-JP')}行までです。`)
  const found = await membersNamed(ctx, typed)
  const unknown = typed.filter((line) => !found.has(line))
  const ids = [...new Set(found.values())]
  return ctx.db.transaction(async (tx) => {
    const promotion_name = await lockName(tx, ctx, id)
    const rows = await tx.execute(sql`
      insert into ${promotion_member} (shop_id, promotion_id, customer_id)
      select ${shop_id}::bigint, ${id}::bigint, unnest(${sql.param(ids)}::bigint[]) on conflict do nothing`)
    const added = rows.rowCount ?? 0
    if ((await tx.$count(promotion_member, promotionMemberListCondition(ctx, id))) > MAX_PROMOTION_MEMBERS)
      throw new ShopError(
        409,
        'ERROR_TOO_MANY',
        `会員リストは${MAX_PROMOTION_MEMBERS.toLocaleString('ja-JP')}名までです。`,
      )
    await recordAudit(tx, ctx, {
      subject: 'promotion',
      subject_id: id,
      subject_name: promotion_name,
      after: { pasted_members: `${added}名を加えました` },
    })
    return {
      added,
      already: ids.length - added,
      unknown: unknown.slice(0, MAX_NAMED).map((line) => line.slice(0, 100)),
      unknown_count: unknown.length,
    }
  })
}

/** 会員リストを空にする: removes all members, so that nobody gets the promotion from now on. */
export const clearPromotionMembers: AdminHandler<'DELETE /admin/v1/promotions/{id}/members'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const promotion_name = await lockName(tx, ctx, id)
    const { rowCount } = await tx.delete(promotion_member).where(promotionMemberListCondition(ctx, id))
    const removed = rowCount ?? 0
    await recordAudit(tx, ctx, {
      subject: 'promotion',
      subject_id: id,
      subject_name: promotion_name,
      before: { member_count: removed },
      after: { member_count: 0 },
    })
    return { removed }
  })

/** Locked, so that two lists that are added together are counted together. */
async function lockName(tx: Pick<OperatorContext['db'], 'select'>, { shop_id }: OperatorContext, id: number) {
  const [row] = await tx
    .select({ promotion_name: promotion.promotion_name })
    .from(promotion)
    .where(and(eq(promotion.shop_id, shop_id), eq(promotion.id, id)))
    .for('no key update')
  if (!row) throw notFound()
  return row.promotion_name
}

/** Finds members by the typed numbers or addresses. Members who left are not found. */
async function membersNamed({ db, shop_id }: OperatorContext, typed: readonly string[]): Promise<Map<string, number>> {
  const numbers = typed.filter((line) => /^\d{1,15}$/.test(line)).map(Number)
  const mails = typed.filter((line) => line.includes('@')).map(normalizeEmail)
  const rows = await db
    .select({ id: customer.id, email: customer.email })
    .from(customer)
    .where(
      and(
        eq(customer.shop_id, shop_id),
        isNull(customer.withdrawn_at),
        or(isAnyOfCondition(customer.id, numbers), sql`${customer.email} = any(${sql.param(mails)}::text[])`),
      ),
    )
  const byId = new Map(rows.map(({ id }) => [id, id]))
  const byMail = new Map(rows.map(({ id, email }) => [email, id]))
  return new Map(
    typed.flatMap((line) => {
      const id = line.includes('@') ? byMail.get(normalizeEmail(line)) : byId.get(Number(line))
      return id === undefined ? [] : [[line, id] as const]
    }),
  )
}
