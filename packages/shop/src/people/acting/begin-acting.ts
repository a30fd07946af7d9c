import { acting_session } from '@kushi/db/schema/acting'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { operatorActor } from '../../actor.ts'
import type { Handler } from '../../context.ts'
import { recordAuditAs } from '../../foundation/audit/index.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { ShopError } from '../../shop-error.ts'
import { hashToken, newToken, recordSecurityEvent } from '../session/index.ts'
import { findActingSession } from './find-acting.ts'
import { actingAuditSubject } from './internal/acting-subject.ts'

/** An acting session ends after this time, even when it is in use. */
const LIFETIME_MS = 30 * 60_000

/**
 * Exchanges the code of the link for a token; only the first request succeeds. The member is not notified: the session
 * appears in their account's history and in the audit log.
 * @throws ShopError 422 ERROR_ACTING_CODE
 */
export const beginActingSession: Handler<'POST /v1/common/acting/begin'> = async (ctx, { acting_code }) => {
  const { db, shop_id, clock } = ctx
  await consumeLimit(ctx, 'one_time_token', { address: ctx.ip })
  const token = newToken()
  const begun_at = clock.now()
  const expires_at = new Date(begun_at.getTime() + LIFETIME_MS)
  return db.transaction(async (tx) => {
    const isGood = and(gt(acting_session.code_expires_at, begun_at), isNull(acting_session.begun_at))
    await tx
      .update(acting_session)
      .set({ code_hash: null, token_hash: hashToken(token), begun_at, expires_at })
      .where(and(eq(acting_session.shop_id, shop_id), eq(acting_session.code_hash, hashToken(acting_code)), isGood))
    const found = await findActingSession(tx, clock, shop_id, hashToken(token))
    if (!found) throw refused()
    const { customer_id, operator, acting_session_id } = found
    const actor = operatorActor(operator)
    const doer = { ...ctx, actor, action: 'POST /v1/common/acting/begin' }
    await recordSecurityEvent(doer, 'acted_for', customer_id, tx)
    const after = { acting_session_id, expires_at: expires_at.toISOString() }
    await recordAuditAs(tx, doer, { ...actingAuditSubject(customer_id), after })
    const [member] = await tx
      .select()
      .from(customer)
      .where(sameRowCondition(customer, { shop_id, id: customer_id }))
    const customer_name = `${member!.name01} ${member!.name02}`.trim()
    return { access_token: token, customer_name, operator_name: operator.name, expires_at: expires_at.toISOString() }
  })
}

const refused = () =>
  new ShopError(
    422,
    'ERROR_ACTING_CODE',
    'このリンクは使えません。1分を過ぎたか、すでに使われています。管理画面から、もう一度代理ログインしてください。',
  )
