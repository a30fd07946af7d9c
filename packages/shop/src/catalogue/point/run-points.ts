import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { order_point, point_account } from '@kushi/db/schema/point'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { addDays } from '@kushi/values/calendar-date'
import { formatLongDate } from '@kushi/values/date-format'
import { formatPoints, POINT_NOTICE_DAYS } from '@kushi/values/points'
import {
  and,
  asc,
  between,
  type Column,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { loadShop, shopUrl } from '../../foundation/setting/index.ts'
import { composeMail, enqueueMail, personalAddresseeText } from '../../messaging/message/index.ts'
import { recordIntroduction } from '../promotion/index.ts'
import { awaitsPaidDeliveriesSql } from './internal/awaits-deliveries.ts'
import { introducerPointEntry } from './internal/referral-entries.ts'
import { lockPointHolder, type NewPointEntry, pointAccountCondition, writePointEntry } from './internal/write-entry.ts'
import { loadOrdersForPoints } from './order-points.ts'
import { computeOrderPoints } from './rules/order-points.ts'

/** Rows per run; the next one continues. */
const MOST = 2000

/**
 * ポイント, a job: grants points that are due, expires points that are over, and notifies members whose points will expire,
 * or who can't use theirs for a while. Each happens once.
 */
export async function grantExpireAndNotifyPoints(ctx: Context): Promise<void> {
  await grantPoints(ctx)
  await expirePoints(ctx)
  await noticePoints(ctx)
  await noticePause(ctx)
}

/**
 * Grants the points of orders that were delivered so many days ago and are paid in full, for the goods that are kept.
 * Other orders are checked again the next day. A shop that has stopped points grants them too: they were promised.
 */
async function grantPoints(ctx: Context): Promise<void> {
  const { db, shop_id, clock } = ctx
  const isDue = and(
    eq(order_point.shop_id, shop_id),
    isNull(order_point.settled_at),
    lte(order_point.due_on, clock.today()),
  )
  const due = await db
    .select({ order_id: order_point.order_id })
    .from(order_point)
    .where(isDue)
    .orderBy(asc(order_point.due_on), asc(order_point.order_id))
    .limit(MOST)
  for (const { order_id } of due)
    await db.transaction(async (tx) => {
      const mine = and(isDue, eq(order_point.shop_id, shop_id), eq(order_point.order_id, order_id))
      const [row] = await tx.select().from(order_point).where(mine).for('update', { skipLocked: true })
      if (!row) return
      const order = (await loadOrdersForPoints(tx, shop_id, [order_id]))(order_id)
      const isDelivered = order.status === 'delivered'
      const is_bought = isDelivered && computeOrderPoints({ ...order, rate: row.rate }).is_bought
      const one = and(eq(order_point.shop_id, shop_id), eq(order_point.order_id, order_id))
      const isEarly = !order.is_paid || (await isAhead(tx, shop_id, order_id))
      if (is_bought && isEarly) {
        await tx
          .update(order_point)
          .set({ due_on: addDays(clock.today(), 1) })
          .where(one)
        return
      }
      const customer_id = await lockPointHolder(tx, shop_id, order.customer_id)
      const isGiven = isDelivered && row.points > 0 && customer_id !== null
      const referral = await introducerPointEntry(tx, ctx, { ...order, is_bought, buyer_id: customer_id })
      const entries: NewPointEntry[] = [
        ...(isGiven ? [{ customer_id, order_id, point_kind: 'grant' as const, points: row.points }] : []),
        ...(referral ? [referral] : []),
      ]
      // Accounts are locked in one order.
      // What was over the most that a member may have was not given, and is not taken back.
      let { points } = row
      for (const entry of entries.sort((one, other) => one.customer_id - other.customer_id)) {
        const given = await writePointEntry(tx, ctx, entry)
        if (entry.point_kind === 'grant') points = given
        else await recordIntroduction(tx, shop_id, order_id, given)
      }
      await tx.update(order_point).set({ points, settled_at: clock.now() }).where(one)
    })
}

async function isAhead(tx: Tx, shop_id: number, id: number): Promise<boolean> {
  const [row] = await tx
    .select({ is_ahead: awaitsPaidDeliveriesSql })
    .from(order_point)
    .innerJoin(orders, refersToCondition(order_point.order_id, orders))
    .where(sameRowCondition(orders, { shop_id, id }))
  return row!.is_ahead
}

/** Expires points that are over. None expire while the shop accepts no points, because nobody can use them. */
async function expirePoints(ctx: Context): Promise<void> {
  const { db, shop_id, clock } = ctx
  const isOver = and(
    eq(point_account.shop_id, shop_id),
    gt(point_account.balance, 0),
    lt(point_account.points_until, clock.today()),
  )
  const over = await db.select().from(point_account).where(isOver).orderBy(asc(point_account.points_until)).limit(MOST)
  if (over.length === 0 || !(await loadShop(ctx)).point_flag) return
  for (const { customer_id } of over)
    await db.transaction(async (tx) => {
      // Merged or gone since: then their points are no more either.
      if ((await lockPointHolder(tx, shop_id, customer_id)) !== customer_id) return
      const mine = and(isOver, pointAccountCondition(shop_id, customer_id))
      const [row] = await tx.select().from(point_account).where(mine).for('update', { skipLocked: true })
      if (row)
        await writePointEntry(tx, ctx, { customer_id, point_kind: 'expire', points: -row.balance, reason: '有効期限' })
    })
}

/**
 * Marks members with points for a notice that the shop no longer accepts points, except those who know of an earlier
 * pause.
 */
export async function pausePoints(tx: Tx, { shop_id }: Pick<Context, 'shop_id'>): Promise<void> {
  const { pause_notice, balance } = point_account
  await tx
    .update(point_account)
    .set({ pause_notice: sql`case ${pause_notice} when 'resumed' then 'told' else 'paused' end` })
    .where(and(eq(point_account.shop_id, shop_id), gt(balance, 0)))
}

/**
 * The shop takes points again: whoever was told that it did not is told. Points that have expired by now, or would before
 * a notice came, get a term of the notice period from today.
 */
export async function resumePoints(tx: Tx, { shop_id, clock }: Pick<Context, 'shop_id' | 'clock'>): Promise<void> {
  const { pause_notice } = point_account
  await tx
    .update(point_account)
    .set({ pause_notice: sql`case ${pause_notice} when 'told' then 'resumed' end` })
    .where(and(eq(point_account.shop_id, shop_id), isNotNull(pause_notice)))
  const until = addDays(clock.today(), POINT_NOTICE_DAYS)
  await tx
    .update(point_account)
    .set({ points_until: until })
    .where(and(eq(point_account.shop_id, shop_id), gt(point_account.balance, 0), lt(point_account.points_until, until)))
}

/** Once for each day of expiry, to the members who have not put it off since. None while the shop takes no points. */
async function noticePoints(ctx: Context): Promise<void> {
  const { shop_id, clock } = ctx
  const { balance, points_until, noticed_for } = point_account
  const today = clock.today()
  const isSoon = and(
    eq(point_account.shop_id, shop_id),
    gt(balance, 0),
    between(points_until, today, addDays(today, POINT_NOTICE_DAYS)),
    or(isNull(noticed_for), ne(noticed_for, points_until)),
  )
  await tellHolders(
    ctx,
    isSoon,
    points_until,
    async (tx, seller, { account, member }) => {
      const { customer_id } = account
      const mail = await composeMail(tx, seller, 'points_expiring', member, pointValues(ctx, account, member))
      await enqueueMail(tx, shop_id, `points-expiring:${customer_id}:${account.points_until}`, mail, { customer_id })
      return { noticed_for: account.points_until }
    },
    ({ point_flag }) => point_flag,
  )
}

type Account = typeof point_account.$inferSelect
type PointShop = Awaited<ReturnType<typeof loadShop>>
interface Holder {
  account: Account
  member: typeof customer.$inferSelect
}

/**
 * Notifies the members of due point accounts, in the order of a column, each in its own transaction. Skips accounts
 * that another process handles. `tell` returns the columns that the account stores about the notice.
 */
async function tellHolders(
  ctx: Context,
  isDue: SQL | undefined,
  by: Column,
  tell: (tx: Tx, seller: PointShop, holder: Holder) => Promise<Partial<Account>>,
  isToTell: (seller: PointShop) => boolean = () => true,
): Promise<void> {
  const { db, shop_id } = ctx
  const { customer_id: id } = point_account
  const due = await db.select({ id }).from(point_account).where(isDue).orderBy(asc(by)).limit(MOST)
  if (due.length === 0) return
  const seller = await loadShop(ctx)
  if (!isToTell(seller)) return
  for (const one of due)
    await db.transaction(async (tx) => {
      const mine = pointAccountCondition(shop_id, one.id)
      const [holder] = await tx
        .select({ account: point_account, member: customer })
        .from(point_account)
        .innerJoin(customer, refersToCondition(id, customer))
        .where(and(isDue, mine))
        .for('update', { of: point_account, skipLocked: true })
      if (holder)
        await tx
          .update(point_account)
          .set(await tell(tx, seller, holder))
          .where(mine)
    })
}

/** The placeholder values of a mail about a member's points. */
const pointValues = (
  { settings, shop_id }: Context,
  { balance, points_until }: Account,
  { name01, name02 }: Holder['member'],
) => ({
  宛名: personalAddresseeText(`${name01} ${name02}`),
  ポイント: formatPoints(balance),
  失効の日: formatLongDate(points_until),
  ポイントのページ: `ポイントを確認する\n${shopUrl(settings, shop_id)}/sh/mypage/points`,
})

/**
 * Notifies members of a pause and of its end, once each. Skips members who have spent or lost their points meanwhile.
 */
async function noticePause(ctx: Context): Promise<void> {
  const { shop_id, clock } = ctx
  const { pause_notice, customer_id: holder } = point_account
  const isWaiting = and(eq(point_account.shop_id, shop_id), inArray(pause_notice, ['paused', 'resumed']))
  await tellHolders(ctx, isWaiting, holder, async (tx, seller, { account, member }) => {
    const { customer_id } = account
    const isPaused = account.pause_notice === 'paused'
    if (account.balance > 0) {
      const { 宛名, ポイント, ...rest } = pointValues(ctx, account, member)
      const mail = isPaused
        ? await composeMail(tx, seller, 'points_paused', member, { 宛名, ポイント })
        : await composeMail(tx, seller, 'points_resumed', member, { 宛名, ポイント, ...rest })
      const cause = `points-${account.pause_notice}:${customer_id}:${clock.today()}`
      await enqueueMail(tx, shop_id, cause, mail, { customer_id })
    }
    return { pause_notice: isPaused ? 'told' : null }
  })
}
