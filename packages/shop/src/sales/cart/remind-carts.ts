import type { Tx } from '@kushi/db/connect'
import { cart_tracking } from '@kushi/db/schema/abandonment'
import { shop } from '@kushi/db/schema/shop'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import { type DueCart, lockDueCarts } from './internal/due-carts.ts'
import { loadReminderItems } from './internal/reminder-items.ts'
import { writeReminder } from './internal/write-reminder.ts'
import { loadAbandonmentSetting } from './load-setting.ts'
import { decideReminder, type ReminderDecision } from './rules/reminder-plan.ts'

const BATCH = 100

/**
 * A job: decides about every due cart of a shop and writes the reminders into the outbox. Safe on any number of
 * processes at once. Returns how many reminders it wrote.
 */
export async function remindCarts(ctx: Context): Promise<number> {
  await findCarts(ctx)
  // While the shop is closed nothing can be bought, so the reminders wait until it opens again.
  if (!(await isOpen(ctx))) return 0
  let written = 0
  for (;;) {
    const batch = await ctx.db.transaction((tx) => remindBatch(tx, ctx))
    written += batch.written
    if (batch.seen === 0) break
  }
  return written
}

const isOpen = async ({ db, shop_id }: Context): Promise<boolean> =>
  (await db.$count(shop, and(eq(shop.id, shop_id), isNotNull(shop.opened_at)))) > 0

async function remindBatch(tx: Tx, ctx: QueryContext): Promise<{ seen: number; written: number }> {
  const now = ctx.clock.now()
  const carts = await lockDueCarts(tx, ctx.shop_id, now, BATCH)
  let written = 0
  for (const [shop_id, own] of Map.groupBy(carts, (cart) => cart.shop_id)) {
    const setting = await loadAbandonmentSetting(tx, shop_id)
    const piecesOf = await loadReminderItems(
      { db: tx, shop_id },
      own.map(({ items }) => items),
    )
    const [seller] = await tx.select().from(shop).where(eq(shop.id, shop_id))
    for (const cart of own) {
      const items = piecesOf(cart.items)
      const decision = decideReminder({ ...cart, pieces: items.length }, setting, now)
      await carryOut(tx, cart, decision, now)
      if (decision.act !== 'remind') continue
      if (await writeReminder(tx, ctx, { cart, items, decision, seller: seller! })) written += 1
    }
  }
  return { seen: carts.length, written }
}

async function carryOut(tx: Tx, cart: DueCart, decision: ReminderDecision, now: Date): Promise<void> {
  await tx
    .update(cart_tracking)
    .set(changeOf(cart, decision, now))
    .where(sameRowCondition(cart_tracking, cart))
}

function changeOf(cart: DueCart, decision: ReminderDecision, now: Date): Partial<typeof cart_tracking.$inferInsert> {
  if (decision.act === 'end') return { ended_at: now, end_reason: decision.reason, tracking_hash: null }
  if (decision.act === 'wait') return { tracking_start_date: decision.start, next_at: decision.until }
  const start = cart.touched_at > cart.tracking_start_date ? cart.touched_at : cart.tracking_start_date
  const step = decision.step + 1
  if (decision.next_at) return { tracking_start_date: start, step, next_at: decision.next_at }
  return { tracking_start_date: start, step, ended_at: now, end_reason: 'done', tracking_hash: null }
}

/** Days without reminders for a member after the last reminder of a cart, even if they put in new items. */
const restDays = 7

/** Includes carts that the member left as a guest under the same e-mail. */
const theirs = sql`t.shop_id = c.shop_id and (t.customer_id = c.customer_id or (t.customer_id is null and t.email = c.email))`

/**
 * Creates a tracking for each member's cart that has been untouched for an hour or more, where the shop reminds
 * members. At most one open row per member, even with concurrent runs.
 */
async function findCarts({ db, clock, shop_id }: Pick<Context, 'db' | 'clock' | 'shop_id'>): Promise<void> {
  const now = clock.now().toISOString()
  await db.execute(sql`
    insert into cart_tracking (shop_id, customer_id, cart_type_id, tracking_start_date, next_at, created_at)
    select c.shop_id, c.customer_id, c.cart_type_id, c.touched_at, ${now}::timestamptz, ${now}::timestamptz
    from (
      select i.shop_id, i.customer_id, m.email, max(i.updated_at) as touched_at,
        (array_agg(i.subscription order by i.updated_at desc))[1] as cart_type_id
      from cart_item i
        join cart_abandonment_setting s on s.shop_id = i.shop_id and s.cart_abandoned_flag and s.customer_target_flag
        join customer m on m.shop_id = i.shop_id and m.id = i.customer_id and (m.mail_magazine_flag or m.line_magazine_flag)
      where i.shop_id = ${shop_id}
      group by i.shop_id, i.customer_id, m.email
    ) c
    where c.touched_at <= ${now}::timestamptz - interval '1 hour'
      and c.touched_at > ${now}::timestamptz - interval '14 days'
      and not exists (select from cart_tracking t where ${theirs}
        and (t.ended_at is null or t.tracking_start_date >= c.touched_at
          or (t.step > 0 and t.ended_at > ${now}::timestamptz - ${restDays} * interval '1 day' and t.end_reason = 'done')))
    on conflict do nothing`)
}
