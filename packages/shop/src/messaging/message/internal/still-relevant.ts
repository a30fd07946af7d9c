import type { Db } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'
import type { QueuedLineMessage } from './enqueue-line.ts'
import type { QueuedMail } from './enqueue-mail.ts'
import { orderedSinceCartTrackingSql } from './ordered-since.ts'

interface Leaving {
  id: number
  shop_id: number
  dedupe_key: string
  payload: QueuedMail | QueuedLineMessage
}

/**
 * Checks a message just before sending. A bulk message, advert or cart reminder: the recipient may have bought, opted
 * out or withdrawn meanwhile. One that was claimed ahead and waited for others (`isLate`): it may have been stopped, or
 * its recipient erased.
 */
export async function isMessageStillWanted(
  db: Db,
  message: Leaving,
  { isLate }: { isLate: boolean },
): Promise<boolean> {
  const { shop_id, payload } = message
  const isBulk = /^(line:)?bulk:/.test(message.dedupe_key)
  if ((isBulk || isLate) && !(await isStillWaiting(db, message))) return false
  const { ad_letter_id, cart_reminder_id } = payload
  if (ad_letter_id !== undefined && !(await isAdWanted(db, shop_id, ad_letter_id))) return false
  return cart_reminder_id === undefined || isReminderWanted(db, shop_id, cart_reminder_id)
}

/**
 * Whether nobody stopped or deleted the row since it was claimed. A 一斉送信, even a notice, is not sent to members who
 * withdrew, were erased or are blocked. The job skips them too.
 */
async function isStillWaiting(db: Db, { shop_id, id }: Leaving): Promise<boolean> {
  const { rows } = await db.execute<{ is_wanted: boolean }>(sql`
    select o.state = 'waiting' and (o.bulk_job_id is null or c.id is null
      or (c.withdrawn_at is null and c.blocked_at is null)) as is_wanted
    from outbox o left join customer c on c.shop_id = o.shop_id and c.id = o.customer_id
    where o.shop_id = ${shop_id} and o.id = ${id}`)
  return rows[0]?.is_wanted ?? false
}

async function isAdWanted(db: Db, shop_id: number, id: number): Promise<boolean> {
  const { rows } = await db.execute<{ is_wanted: boolean }>(sql`
    select not exists (select from ad_optout a
        where a.shop_id = l.shop_id and a.channel = l.channel and a.address = l.address)
      and (l.customer_id is null or (c.withdrawn_at is null and c.blocked_at is null and case l.channel
        when 'line' then c.line_magazine_flag and c.line_id = l.address
        else c.mail_magazine_flag and c.email = l.address end)) as is_wanted
    from ad_letter l left join customer c on c.shop_id = l.shop_id and c.id = l.customer_id
    where l.shop_id = ${shop_id} and l.id = ${id}`)
  return rows[0]?.is_wanted ?? false
}

const anyOrder = orderedSinceCartTrackingSql(sql`o.status <> 'payment_error'`)

/** A guest's consent is stored with the tracked cart. */
async function isReminderWanted(db: Db, shop_id: number, id: number): Promise<boolean> {
  const { rows } = await db.execute<{ is_wanted: boolean }>(sql`
    select coalesce(t.end_reason, 'done') = 'done' and not ${anyOrder}
      and (t.customer_id is not null or t.consented_at is not null) as is_wanted
    from cart_reminder r join cart_tracking t on t.shop_id = r.shop_id and t.id = r.tracking_id
    where r.shop_id = ${shop_id} and r.id = ${id}`)
  return rows[0]?.is_wanted ?? false
}
