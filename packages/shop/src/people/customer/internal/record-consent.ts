import type { Tx } from '@kushi/db/connect'
import { consent_event } from '@kushi/db/schema/customer'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

interface Consents {
  mail_magazine_flag: boolean
  line_magazine_flag: boolean
}

/**
 * 同意の記録 (特定電子メール法): records the changes since `before`. Returns the columns to save with them: the time of a consent,
 * or null when it was withdrawn.
 */
export async function recordConsent(
  tx: Tx,
  { clock, actor }: Pick<Context, 'clock' | 'actor'>,
  { shop_id, id: customer_id }: { shop_id: number; id: number },
  before: Consents,
  after: Consents,
): Promise<{ mail_magazine_consented_at?: Date | null; line_magazine_consented_at?: Date | null }> {
  const now = clock.now()
  const times: Record<string, Date | null> = {}
  for (const channel of ['mail', 'line'] as const) {
    const is_given = after[`${channel}_magazine_flag`]
    if (is_given === before[`${channel}_magazine_flag`]) continue
    await tx.insert(consent_event).values({ shop_id, customer_id, channel, is_given, ...actor, created_at: now })
    times[`${channel}_magazine_consented_at`] = is_given ? now : null
    if (is_given) await takeBackOptout(tx, shop_id, customer_id, channel)
  }
  return times
}

/** A new consent allows messages again, even if the member stopped them by a link before. */
async function takeBackOptout(tx: Tx, shop_id: number, customer_id: number, channel: 'mail' | 'line'): Promise<void> {
  const address = channel === 'mail' ? sql`c.email` : sql`c.line_id`
  await tx.execute(sql`delete from ad_optout a using customer c
    where c.shop_id = ${shop_id} and c.id = ${customer_id} and a.shop_id = c.shop_id and a.channel = ${channel} and a.address = ${address}`)
}
