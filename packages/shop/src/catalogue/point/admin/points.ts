import { onJapanDaysCondition } from '@kushi/db/japan-day'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { order_point, point_account, point_entry } from '@kushi/db/schema/point'
import { promotion_use } from '@kushi/db/schema/promotion'
import { refersToCondition } from '@kushi/db/shop-scope'
import { formatPoints, MAX_POINTS, POINT_ENTRY_KIND_NAME } from '@kushi/values/points'
import { formatDateTime } from '@kushi/values/timestamp'
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { contextInTransaction, type MemberQueryContext } from '../../../context.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { csvFile, recordExport } from '../../../foundation/csv/index.ts'
import { requireExistingCustomer } from '../../../people/customer/index.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { countOutstandingPoints, loadPointBalance } from '../balance.ts'
import { pointAccountCondition, writePointEntry } from '../internal/write-entry.ts'
import { loadPendingPoints, loadPointEntries } from '../member-points.ts'

/** Totals the points that the shop owes its members, and those that are pending. */
export const showPointTotals: AdminHandler<'GET /admin/v1/points'> = async (ctx) => {
  const { db, shop_id } = ctx
  const [coming] = await db
    .select({ pending: sql<number>`coalesce(sum(${order_point.points}), 0)`.mapWith(Number) })
    .from(order_point)
    .where(and(eq(order_point.shop_id, shop_id), isNull(order_point.settled_at)))
  const [referred] = await db
    .select({ points: sql<number>`coalesce(sum(${promotion_use.introducer_points}), 0)`.mapWith(Number) })
    .from(promotion_use)
    .innerJoin(
      order_point,
      and(eq(order_point.shop_id, promotion_use.shop_id), eq(order_point.order_id, promotion_use.order_id)),
    )
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        isNotNull(promotion_use.introducer_id),
        isNull(promotion_use.released_at),
        isNull(order_point.settled_at),
      ),
    )
  return { ...(await countOutstandingPoints(ctx)), pending: coming!.pending + referred!.points }
}

/** ポイント of a member: the balance, the pending points, and the newest hundred entries. */
export const showMemberPoints: AdminHandler<'GET /admin/v1/customers/{id}/points'> = async (ctx, { id }) => {
  await requireExistingCustomer(ctx.db, ctx.shop_id, id)
  return pointsOf({ ...ctx, customer_id: id })
}

async function pointsOf(member: MemberQueryContext) {
  const entries = await loadPointEntries(member, { page: 1, per_page: 100 })
  return {
    ...(await loadPointBalance(member)),
    pending: await loadPendingPoints(member),
    entries: entries.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() })),
  }
}

/**
 * ポイントの調整, with a reason. Points that the member used meanwhile are not taken twice.
 * @throws ShopError 404; 403 with an API key; 409 when the balance is another by now; 422 for more than the member has, or may have
 */
export const adjustPoints: AdminHandler<'POST /admin/v1/customers/{id}/points'> = (
  ctx,
  { id, points, reason, balance: seen },
) =>
  ctx.db.transaction(async (tx) => {
    if (ctx.operator.api_key_id !== undefined)
      throw new ShopError(403, 'ERROR_FORBIDDEN', 'ポイントの調整は、管理画面からおこなってください。')
    const own = and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, id), isNull(customer.withdrawn_at))
    // Two operators one after the other, also before the member has an account.
    const [found] = await tx.select({ id: customer.id }).from(customer).where(own).for('no key update')
    if (!found) throw notFound()
    await tx.select().from(point_account).where(pointAccountCondition(ctx.shop_id, id)).for('update')
    const inside = contextInTransaction({ ...ctx, customer_id: id }, tx)
    const { balance } = await loadPointBalance(inside)
    if (balance !== seen)
      throw new ShopError(
        409,
        'ERROR_CHANGED_MEANWHILE',
        'ポイントの残高が変わりました。画面を読み込み直して、もう一度お試しください。',
      )
    if (balance + points < 0) throw refusedField('points', `残高は${formatPoints(balance)}です。`)
    if (balance + points > MAX_POINTS) throw refusedField('points', `残高は${formatPoints(MAX_POINTS)}までです。`)
    await writePointEntry(tx, ctx, { customer_id: id, point_kind: 'adjust', points, reason })
    await recordAudit(tx, ctx, {
      subject: 'customer',
      subject_id: id,
      subject_name: `会員 ${id}`,
      before: { balance },
      after: { balance: balance + points, reason },
    })
    return pointsOf(inside)
  })

interface EntryRow {
  id: number
  customer_id: number
  point_kind: keyof typeof POINT_ENTRY_KIND_NAME
  points: number
  reason: string
  created_at: Date
  order_no: string | null
}

const columns = [
  { head: '日時', of: (row: EntryRow) => formatDateTime(row.created_at.getTime()) },
  { head: '会員番号', of: (row: EntryRow) => row.customer_id },
  { head: '種類', of: (row: EntryRow) => POINT_ENTRY_KIND_NAME[row.point_kind] },
  { head: 'ポイント', of: (row: EntryRow) => row.points },
  { head: '注文番号', of: (row: EntryRow) => row.order_no },
  { head: '理由', of: (row: EntryRow) => row.reason },
]

/** ポイントの記録のCSV of these days, both included. */
export const exportPoints: AdminHandler<'POST /admin/v1/points/export'> = async (ctx, { from, to, encoding }) => {
  await recordExport(ctx, 'ポイントの記録', { from, to })
  return csvFile(`points-${from}-${to}`, columns, encoding, pages(ctx, from, to))
}

async function* pages({ db, shop_id }: OperatorContext, from: string, to: string): AsyncGenerator<EntryRow[]> {
  let after: { at: string; id: number } | null = null
  for (;;) {
    const behind: ReturnType<typeof sql> | undefined =
      after === null
        ? undefined
        : sql`(${point_entry.created_at}, ${point_entry.id}) > (${after.at}::timestamptz, ${after.id})`
    const rows: EntryRow[] = await db
      .select({
        id: point_entry.id,
        customer_id: point_entry.customer_id,
        point_kind: point_entry.point_kind,
        points: point_entry.points,
        reason: point_entry.reason,
        created_at: point_entry.created_at,
        order_no: orders.order_no,
      })
      .from(point_entry)
      .leftJoin(orders, refersToCondition(point_entry.order_id, orders))
      .where(and(eq(point_entry.shop_id, shop_id), onJapanDaysCondition(point_entry.created_at, { from, to }), behind))
      .orderBy(asc(point_entry.created_at), asc(point_entry.id))
      .limit(1000)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = { at: last.created_at.toISOString(), id: last.id }
  }
}
