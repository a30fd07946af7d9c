import type { Tx } from '@kushi/db/connect'
import { consent_event } from '@kushi/db/schema/customer'
import { CONSENT_VERSION, type ConsentChannel, type ConsentScreen, consentWordingText } from '@kushi/values/consent'
import type { MessageChannel } from '@kushi/values/message'
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
  screen: ConsentScreen,
): Promise<{ mail_magazine_consented_at?: Date | null; line_magazine_consented_at?: Date | null }> {
  const now = clock.now()
  const times: Record<string, Date | null> = {}
  for (const channel of ['mail', 'line'] as const) {
    const is_given = after[`${channel}_magazine_flag`]
    if (is_given === before[`${channel}_magazine_flag`]) continue
    await tx.insert(consent_event).values({
      shop_id,
      customer_id,
      channel,
      is_given,
      address: addressOf({ shop_id, customer_id }, channel),
      ...said(screen, channel, is_given),
      ...actor,
      created_at: now,
    })
    times[`${channel}_magazine_consented_at`] = is_given ? now : null
    if (is_given) await takeBackOptout(tx, shop_id, customer_id, channel)
  }
  return times
}

/** The words of a consent as the screen shows them. Who takes one back agrees to nothing. */
function said(screen: ConsentScreen, channel: ConsentChannel, is_given: boolean) {
  const wording = is_given ? consentWordingText(screen, channel) : null
  return { screen, wording, version: wording === null ? null : CONSENT_VERSION }
}

/** The member's address for the channel at this moment. */
const addressOf = ({ shop_id, customer_id }: { shop_id: number; customer_id: number }, channel: MessageChannel) =>
  sql`(select ${sql.identifier(channel === 'mail' ? 'email' : 'line_id')} 
    from customer where shop_id = ${shop_id} and id = ${customer_id})`

/** 利用規約・プライバシーポリシー: the agreement at the registration, with the version of the terms. */
export const recordTermsConsent = (
  tx: Tx,
  { clock, actor }: Pick<Context, 'clock' | 'actor'>,
  { shop_id, id: customer_id, email: address }: { shop_id: number; id: number; email: string },
  version: string,
) =>
  tx.insert(consent_event).values({
    shop_id,
    customer_id,
    channel: 'terms',
    is_given: true,
    address,
    screen: 'purchase',
    wording: consentWordingText('purchase', 'terms'),
    version,
    ...actor,
    created_at: clock.now(),
  })

/** A new consent allows messages again, even if the member stopped them by a link before. */
async function takeBackOptout(tx: Tx, shop_id: number, customer_id: number, channel: MessageChannel): Promise<void> {
  const address = channel === 'mail' ? sql`c.email` : sql`c.line_id`
  await tx.execute(sql`delete from ad_optout a using customer c
    where c.shop_id = ${shop_id} and c.id = ${customer_id} and a.shop_id = c.shop_id and a.channel = ${channel} and a.address = ${address}`)
}
