import type { Tx } from '@kushi/db/connect'
import { ad_optout } from '@kushi/db/schema/abandonment'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { ConsentScreen } from '@kushi/values/consent'
import type { MessageChannel } from '@kushi/values/message'
import { withMemberActor } from '../../../actor.ts'
import type { Context, QueryContext } from '../../../context.ts'
import { recordConsent } from './record-consent.ts'

interface OptedOut {
  shop_id: number
  channel: MessageChannel
  address: string
  /** null: a guest. */
  customer_id: number | null
}

/** 配信停止: stops advertising to this address, and clears the member's own setting. Repeating it changes nothing. */
export async function optOutOfAdverts(
  tx: Tx,
  ctx: QueryContext,
  { customer_id, ...recipient }: OptedOut,
): Promise<void> {
  const { shop_id, channel } = recipient
  await tx
    .insert(ad_optout)
    .values({ ...recipient, created_at: ctx.clock.now() })
    .onConflictDoNothing()
  if (customer_id === null) return
  const member = { shop_id, id: customer_id }
  await revokeAdConsent(tx, withMemberActor(ctx, customer_id), member, channel, 'stop_link')
}

/** Takes back a member's consent to adverts on one channel. */
export async function revokeAdConsent(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  member: { shop_id: number; id: number },
  channel: MessageChannel,
  screen: ConsentScreen,
): Promise<void> {
  const [before] = await tx.select().from(customer).where(sameRowCondition(customer, member)).for('no key update')
  if (!before) return
  const flags = { mail_magazine_flag: before.mail_magazine_flag, line_magazine_flag: before.line_magazine_flag }
  const after = { ...flags, [`${channel}_magazine_flag`]: false }
  const consented = await recordConsent(tx, ctx, member, before, after, screen)
  await tx
    .update(customer)
    .set({ ...after, ...consented })
    .where(sameRowCondition(customer, member))
}
