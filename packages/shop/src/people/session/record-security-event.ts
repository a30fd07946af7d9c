import type { Queryable } from '@kushi/db/connect'
import { security_event } from '@kushi/db/schema/customer'
import type { QueryContext } from '../../context.ts'
import { coarseNetworkText, deviceText } from './rules/origin.ts'

type NoteContext = Pick<QueryContext, 'db' | 'clock' | 'shop_id' | 'actor' | 'ip' | 'user_agent' | 'log'>

/** Writes a security event to the account's history and to the log, never with a password, a token or an e-mail. */
export async function recordSecurityEvent(
  ctx: NoteContext,
  event: typeof security_event.$inferSelect.event,
  customer_id: number | null,
  db: Queryable = ctx.db,
): Promise<void> {
  const { shop_id, actor } = ctx
  const origin = { device: deviceText(ctx.user_agent), network: coarseNetworkText(ctx.ip) }
  const created_at = ctx.clock.now()
  await db.insert(security_event).values({ shop_id, customer_id, event, ...actor, ...origin, created_at })
  ctx.log.info({ security: event, actor: actor.actor_kind, customer_id, shop_id, ...origin }, 'security')
}
