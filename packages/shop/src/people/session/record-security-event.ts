import type { Queryable } from '@kushi/db/connect'
import { security_event } from '@kushi/db/schema/customer'
import type { QueryContext } from '../../context.ts'
import { coarseNetworkText, deviceText } from './rules/origin.ts'

/** Events of an account that its history shows. */
export type SecurityEvent =
  | 'registered'
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'session_ended'
  | 'password_changed'
  | 'reset_asked'
  | 'password_reset'
  | 'email_changed'
  | 'line_linked'
  | 'line_unlinked'
  | 'withdrawn'
  | 'merged'
  | 'acted_for'
  | 'passkey_added'
  | 'passkey_removed'
  | 'device_confirmed'
  | 'device_removed'
  | 'register_refused'

type NoteContext = Pick<QueryContext, 'db' | 'clock' | 'shop_id' | 'actor' | 'ip' | 'user_agent' | 'log'>

/** Writes a security event to the account's history and to the log, never with a password, a token or an e-mail. */
export async function recordSecurityEvent(
  ctx: NoteContext,
  event: SecurityEvent,
  customer_id: number | null,
  db: Queryable = ctx.db,
): Promise<void> {
  const { shop_id, actor } = ctx
  const origin = { device: deviceText(ctx.user_agent), network: coarseNetworkText(ctx.ip) }
  const created_at = ctx.clock.now()
  await db.insert(security_event).values({ shop_id, customer_id, event, ...actor, ...origin, created_at })
  ctx.log.info({ security: event, actor: actor.actor_kind, customer_id, shop_id, ...origin }, 'security')
}
