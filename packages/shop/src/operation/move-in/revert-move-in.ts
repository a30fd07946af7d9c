import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { moved_row } from '@kushi/db/schema/move-in'
import { orders } from '@kushi/db/schema/order'
import { subscription } from '@kushi/db/schema/subscription'
import type { MemberKeptByRevert, MoveInRevertReport } from '@kushi/values/move-in'
import { and, asc, eq, getTableColumns, gt, inArray, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AdminContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { refusedField, ShopError } from '../../shop-error.ts'
import {
  findChangesAfterMove,
  MOVED_TABLES_TO_DELETE,
  type MovedMemberIds,
} from './internal/find-changes-after-move.ts'
import { movedFromSystemCondition } from './internal/load-known-records.ts'

interface TakeBack {
  former_system: string
  /** Called after each part with how many of the members were looked at. */
  progress?(done: number, of: number): void
  /** Called in the transaction of each part that removes something. */
  removed?(tx: Tx, counts: RemovedCounts): Promise<unknown>
}

export type RemovedCounts = Pick<
  MoveInRevertReport,
  'members' | 'non_members' | 'addresses' | 'subscriptions' | 'orders'
>
export const NOTHING_REMOVED: RemovedCounts = { members: 0, non_members: 0, addresses: 0, subscriptions: 0, orders: 0 }

export const addRemovedCounts = (one: RemovedCounts, other: RemovedCounts): RemovedCounts => ({
  members: one.members + other.members,
  non_members: one.non_members + other.non_members,
  addresses: one.addresses + other.addresses,
  subscriptions: one.subscriptions + other.subscriptions,
  orders: one.orders + other.orders,
})

/** Members per transaction. */
const PART = 500
const MAX_STAYING = 20_000

/** 移行の取り消しの予行: says what would be removed and who stays, and changes nothing. @throws ShopError 422 */
export const rehearseMoveInRevert = (ctx: AdminContext, move: TakeBack): Promise<MoveInRevertReport> =>
  goThrough(ctx, move, false)

/**
 * 移行の取り消し: removes the members that came from a former system, with all that a move wrote of them, part by part.
 * Whoever was touched since by anybody stays whole. If it is killed, the next run continues, because each member goes
 * with everything in one transaction. Sends no messages.
 * @throws ShopError 422
 */
export const revertMoveIn = (ctx: AdminContext, move: TakeBack): Promise<MoveInRevertReport> =>
  goThrough(ctx, move, true)

/** @throws ShopError 409 unless `stay` is the number of members who stay, as proof that an operator has seen them */
export function requireKeptMemberCount({ stay_count }: Pick<MoveInRevertReport, 'stay_count'>, stay: number): void {
  if (stay_count !== stay)
    throw new ShopError(
      409,
      'ERROR_MOVE_REFUSED',
      `${stay_count}人が残ります。取り消しの予行の結果を確かめ、人数を指定してください。`,
    )
}

async function goThrough(ctx: AdminContext, move: TakeBack, isRun: boolean): Promise<MoveInRevertReport> {
  const { former_system, progress, removed } = move
  const { db, shop_id } = ctx
  const theirs = and(movedFromSystemCondition(shop_id, former_system), eq(moved_row.kind, 'member'))
  const of = await db.$count(moved_row, theirs)
  // A run that was killed at its end finds nobody any more.
  if (of === 0 && !isRun)
    throw refusedField('former_system', `移行元「${former_system}」から取り込んだ会員はいません。`)
  const report: MoveInRevertReport = { former_system, ...NOTHING_REMOVED, stay_count: 0, staying: [] }
  let done = 0
  for (let last = ''; ; ) {
    const part = await db
      .select({ member_no: moved_row.foreign_no, customer_id: moved_row.row_id })
      .from(moved_row)
      .where(and(theirs, gt(moved_row.foreign_no, last)))
      .orderBy(asc(moved_row.foreign_no))
      .limit(PART)
    if (part.length === 0) return report
    last = part.at(-1)!.member_no
    const { counts, staying } = isRun
      ? await db.transaction((tx) => takePartBack(tx, ctx, former_system, part, removed))
      : await judgePart(db, shop_id, former_system, part, false)
    Object.assign(report, addRemovedCounts(report, counts))
    report.stay_count += staying.length
    report.staying.push(...staying.slice(0, MAX_STAYING - report.staying.length))
    done += part.length
    progress?.(done, of)
  }
}

type Part = readonly Pick<MemberKeptByRevert, 'member_no' | 'customer_id'>[]

const IN_USE = 'ちょうど使われています(もう一度お試しください)'

/**
 * Decides which of these members are deleted, with which rows, and which stay. In a run all rows are locked, so that
 * the decision holds until they are deleted.
 */
async function judgePart(db: Queryable, shop_id: number, former_system: string, part: Part, isRun: boolean) {
  const ids = part.map(({ customer_id }) => customer_id)
  const mine = and(eq(customer.shop_id, shop_id), isAnyOfCondition(customer.id, ids))
  const present = db.select({ id: customer.id, moved_as: customer.moved_as }).from(customer).where(mine)
  // Members in use stay without waiting, so that no two processes wait for each other. Once a member is locked, no new
  // row can refer to them.
  const there = await (isRun ? present.for('update', { skipLocked: true }) : present)
  const customers = there.map(({ id }) => id)
  const non_members = new Set(there.flatMap(({ id, moved_as }) => (moved_as === null ? [] : id)))
  const busy = new Set(ids.filter((id) => !customers.includes(id)))
  const idsOf = async (table: typeof orders | typeof subscription): Promise<Map<number, number>> => {
    const owned = and(eq(table.shop_id, shop_id), isAnyOfCondition(table.customer_id, customers))
    const all = await db.select({ id: table.id, customer_id: table.customer_id }).from(table).where(owned)
    if (isRun) {
      const locked = await db.select({ id: table.id }).from(table).where(owned).for('update', { skipLocked: true })
      const free = new Set(locked.map(({ id }) => id))
      for (const { id, customer_id } of all) if (!free.has(id)) busy.add(customer_id)
    }
    return new Map(all.map(({ id, customer_id }) => [id, customer_id]))
  }
  const people: MovedMemberIds = {
    former_system,
    customers,
    subscriptions: await idsOf(subscription),
    orders: await idsOf(orders),
  }
  const livedOn = await findChangesAfterMove(db, shop_id, people)
  for (const id of busy) livedOn.set(id, new Set([IN_USE]))
  const staying: MemberKeptByRevert[] = part.flatMap((one) => {
    const reasons = livedOn.get(one.customer_id)
    return reasons ? { ...one, reasons: [...reasons] } : []
  })
  const goes = (id: number) => !livedOn.has(id)
  const ofThem = (owned: ReadonlyMap<number, number>) => [...owned].flatMap(([id, whose]) => (goes(whose) ? id : []))
  const going = {
    customer: ids.filter(goes),
    orders: ofThem(people.orders),
    subscription: ofThem(people.subscriptions),
    addresses: await movedAddresses(db, shop_id, former_system, ids.filter(goes)),
  }
  const counts: RemovedCounts = {
    members: going.customer.filter((id) => !non_members.has(id)).length,
    non_members: going.customer.filter((id) => non_members.has(id)).length,
    addresses: going.addresses.length,
    subscriptions: going.subscription.length,
    orders: going.orders.length,
  }
  return { going, counts, staying }
}

async function movedAddresses(db: Queryable, shop_id: number, former_system: string, customers: number[]) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select m.row_id::float8 as id from customer_address a join ${moved_row} m
      on m.shop_id = a.shop_id and m.kind = 'address' and m.row_id = a.id and m.former_system = ${former_system}
    where a.shop_id = ${shop_id} and a.customer_id = any(${sql.param(customers)}::bigint[])`)
  return rows.map(({ id }) => id)
}

async function takePartBack(
  tx: Tx,
  ctx: AdminContext,
  former_system: string,
  part: Part,
  removed: TakeBack['removed'],
) {
  const { shop_id } = ctx
  const { going, counts, staying } = await judgePart(tx, shop_id, former_system, part, true)
  if (going.customer.length === 0) return { counts, staying }
  for (const { table, root, column } of MOVED_TABLES_TO_DELETE) {
    const columns = getTableColumns(table) as Record<string, AnyPgColumn>
    await tx.delete(table).where(and(eq(columns.shop_id!, shop_id), isAnyOfCondition(columns[column]!, going[root])))
  }
  const numbers = [
    ['member', going.customer],
    ['address', going.addresses],
    ['subscription', going.subscription],
    ['order', going.orders],
  ] as const
  const kept = or(
    ...numbers.map(([kind, ids]) => and(eq(moved_row.kind, kind), isAnyOfCondition(moved_row.row_id, ids))),
  )
  await tx.delete(moved_row).where(and(movedFromSystemCondition(shop_id, former_system), kept))
  const gone = part.filter(({ customer_id }) => going.customer.includes(customer_id))
  const after = { former_system, count: gone.length, first: gone[0]!.member_no, last: gone.at(-1)!.member_no }
  await recordAudit(tx, ctx, { subject: 'move_in', subject_id: former_system, subject_name: '移行の取り消し', after })
  await removed?.(tx, counts)
  return { counts, staying }
}

/** The names of members who stay, by their id. */
export async function loadKeptMemberNames({ db, shop_id }: AdminContext, staying: readonly MemberKeptByRevert[]) {
  const ids = staying.map(({ customer_id }) => customer_id)
  const rows = await db
    .select({ id: customer.id, name01: customer.name01, name02: customer.name02 })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), inArray(customer.id, [0, ...ids])))
  return new Map(rows.map(({ id, name01, name02 }) => [id, `${name01} ${name02}`.trim()]))
}
