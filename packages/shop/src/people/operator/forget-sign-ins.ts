import { operator_invitation, operator_session } from '@kushi/db/schema/operator'
import { isNotNull, lt, lte, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { KNOWN_DAYS } from './sign-in.ts'

/**
 * Job: deletes invitations that were used or have ended, because they hold an e-mail and what was typed so far, and sessions whose
 * network counts as known no longer. A session of that age has ended.
 */
export async function forgetSignIns({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db
    .delete(operator_invitation)
    .where(or(isNotNull(operator_invitation.used_at), lte(operator_invitation.expires_at, now)))
  const since = new Date(now.getTime() - KNOWN_DAYS * 86_400_000)
  await db.delete(operator_session).where(lt(operator_session.created_at, since))
}
