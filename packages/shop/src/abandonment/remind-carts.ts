import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { cart_tracking } from '@kushi/db/schema/abandonment'
import { shop } from '@kushi/db/schema/shop'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { deliverOutbox } from '../outbox/index.ts'
import { type DueCart, dueCarts } from './internal/due-carts.ts'
import { findCarts } from './internal/find-carts.ts'
import { loadPieces } from './internal/reminder-items.ts'
import { writeReminder } from './internal/write-reminder.ts'
import { loadSetting } from './load-setting.ts'
import { type Decision, decide } from './rules/reminder-plan.ts'

const BATCH = 100

/**
 * A job: decides about every cart of a shop that is due and writes the reminders into the outbox, on any number of processes at
 * once. Returns how many were written.
 */
export async function remindCarts(ctx: Context): Promise<number> {
  await findCarts(ctx)
  let written = 0
  for (;;) {
    const batch = await ctx.db.transaction((tx) => remindBatch(tx, ctx))
    written += batch.written
    if (batch.seen === 0) break
  }
  if (written > 0) await deliverOutbox(ctx)
  return written
}

async function remindBatch(tx: Tx, ctx: Context): Promise<{ seen: number; written: number }> {
  const now = ctx.clock.now()
  const carts = await dueCarts(tx, ctx.shop_id, now, BATCH)
  let written = 0
  for (const [shop_id, own] of Map.groupBy(carts, (cart) => cart.shop_id)) {
    const setting = await loadSetting(tx, shop_id)
    const piecesOf = await loadPieces(
      { clock: ctx.clock, db: tx, shop_id },
      own.map(({ items }) => items),
    )
    const [seller] = await tx.select().from(shop).where(eq(shop.id, shop_id))
    for (const cart of own) {
      const lines = piecesOf(cart.items)
      const decision = decide({ ...cart, pieces: lines.length }, setting, now)
      await carryOut(tx, cart, decision, now)
      if (decision.act !== 'remind') continue
      if (await writeReminder(tx, ctx, { cart, lines, decision, seller: seller! })) written += 1
    }
  }
  return { seen: carts.length, written }
}

async function carryOut(tx: Tx, cart: DueCart, decision: Decision, now: Date): Promise<void> {
  await tx
    .update(cart_tracking)
    .set(changeOf(cart, decision, now))
    .where(isRow(cart_tracking, cart))
}

function changeOf(cart: DueCart, decision: Decision, now: Date): Partial<typeof cart_tracking.$inferInsert> {
  if (decision.act === 'end') return { ended_at: now, end_reason: decision.reason, tracking_hash: null }
  if (decision.act === 'wait') return { tracking_start_date: decision.start, next_at: decision.until }
  const start = cart.touched_at > cart.tracking_start_date ? cart.touched_at : cart.tracking_start_date
  const step = decision.step + 1
  if (decision.next_at) return { tracking_start_date: start, step, next_at: decision.next_at }
  return { tracking_start_date: start, step, ended_at: now, end_reason: 'done', tracking_hash: null }
}
