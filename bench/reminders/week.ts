import type { Db } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { deliverOutbox } from '@kushi/shop/messaging/message/deliver-outbox'
import type { Mail } from '@kushi/shop/ports/mail-port'
import { remindCarts } from '@kushi/shop/sales/cart/remind-carts'
import { unsubscribe } from '@kushi/shop/sales/cart/unsubscribe'
import { testContext } from '@kushi/shop/testing/context'
import { insertOrderRow } from '@kushi/shop/testing/rows'
import { eq, sql } from 'drizzle-orm'
import { leaveCarts } from './leave-carts.ts'

const HOURS = 7 * 24
const start = Date.parse('2026-11-21T12:00:00+09:00')

export interface SentReminder {
  to: string
  message_id: string
  hour: number
}

/**
 * Carts are abandoned during the first day. A fifth of their owners buys at some hour, one in twenty of those reminded
 * opts out, and one mail in fifty is first refused. Returns the messages that were sent, and from which hour on none
 * may be sent.
 */
export async function simulateWeek(db: Db, second: Db, count: number) {
  let hour = 0
  const at = (moment: number) => new Date(start + moment * 3_600_000)
  const sent: SentReminder[] = []
  const stoppedSoon: Mail[] = []
  let tries = 0
  async function send(mail: Mail): Promise<void> {
    tries += 1
    if (tries % 50 === 0) throw new Error('451 try later')
    sent.push({ to: mail.to, message_id: mail.message_id, hour })
    if (sent.length % 20 === 0) stoppedSoon.push(mail)
  }
  const clock = { now: () => at(hour), today: () => at(hour).toISOString().slice(0, 10) }
  const [one, two] = [db, second].map((each) => {
    const ctx = testContext(each, { clock, ports: { mail: { send } } })
    return { ...ctx, settings: { ...ctx.settings, rate_limit_factor: 0 } }
  }) as [ReturnType<typeof testContext>, ReturnType<typeof testContext>]
  const owners = await leaveCarts(db, count, (moment) => at(moment))
  const bought = new Map<string, number>()
  const stopped = new Map<string, number>()

  for (hour = 0; hour <= HOURS; hour++) {
    for (const { id, email } of owners.filter((owner) => owner.buysAt === hour)) {
      const [member] = await db.select().from(customer).where(eq(customer.id, id))
      await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { created_at: at(hour), updated_at: at(hour) })
      bought.set(email, hour)
    }
    for (const mail of stoppedSoon.splice(0)) {
      await unsubscribe(one, { token: /\/unsubscribe\?token=([\w-]{43})/.exec(mail.text)![1]! })
      stopped.set(mail.to, Math.min(hour, stopped.get(mail.to) ?? hour))
    }
    // By the next simulated hour the mail server's refusals are over, and so are the waits after them.
    await db.execute(sql`update outbox set next_attempt_at = now() where sent_at is null and failed_at is null`)
    await Promise.all([remindCarts(one), remindCarts(two)])
    await Promise.all([deliverOutbox(one), deliverOutbox(two)])
  }
  return { sent, bought, stopped }
}
