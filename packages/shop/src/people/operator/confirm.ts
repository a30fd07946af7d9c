import type { Tx } from '@kushi/db/connect'
import { operator, operator_session } from '@kushi/db/schema/operator'
import { eq } from 'drizzle-orm'
import type { AdminHandler } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { ShopError } from '../../shop-error.ts'
import { consumeSecondFactorCode, replaceRecoveryCodes } from './internal/second-factor.ts'
import { passkeyRequestOptions, verifyPasskeyResponse } from './passkey.ts'

/** Domain of the e-mails of the demo's operators. In the demo they confirm without a code. */
export const DEMO_OPERATOR_EMAIL_DOMAIN = '@operators.example.com'

const GOOD_FOR_MS = 10 * 60_000

/** Whether the second factor was given within the last ten minutes, which dangerous calls require. */
export const isRecentlyConfirmed = (confirmed_at: Date, now: Date): boolean =>
  now.getTime() - confirmed_at.getTime() < GOOD_FOR_MS

export const startIdentityConfirmation: AdminHandler<'POST /admin/v1/confirm/options'> = async (ctx) => ({
  options: await passkeyRequestOptions(ctx, ctx.operator.id),
})

/** 本人の再確認, by a code or the operator's own passkey. */
export const confirmIdentity: AdminHandler<'POST /admin/v1/confirm'> = async (ctx, { code, answer, demo }) => {
  await consumeLimit(ctx, 'operator_confirm', { account: String(ctx.operator.id) })
  await ctx.db.transaction(async (tx) => {
    const isDemo = demo === true && ctx.is_demo && (await isDemoAccount(tx, ctx.operator.id))
    const isRight = isDemo
      ? true
      : code
        ? await consumeSecondFactorCode(tx, ctx, ctx.operator.id, code)
        : answer !== undefined && (await verifyPasskeyResponse(tx, ctx, answer, ctx.operator.id)) !== null
    if (!isRight)
      throw new ShopError(422, 'ERROR_CODE', 'コードが正しくないか、すでに使われています。次のコードをお試しください。')
    await tx
      .update(operator_session)
      .set({ confirmed_at: ctx.clock.now() })
      .where(eq(operator_session.id, ctx.operator.session_id))
    await recordAudit(tx, ctx, { subject: 'operator', subject_id: ctx.operator.id, subject_name: ctx.operator.name })
  })
  return {}
}

/** The accounts that visitors of the demo sign in to by a press. */
async function isDemoAccount(tx: Tx, id: number): Promise<boolean> {
  const [who] = await tx.select({ email: operator.email }).from(operator).where(eq(operator.id, id))
  return who?.email.endsWith(DEMO_OPERATOR_EMAIL_DOMAIN) ?? false
}

export const renewRecoveryCodes: AdminHandler<'POST /admin/v1/me/recovery-codes'> = async (ctx) =>
  ctx.db.transaction(async (tx) => {
    const recovery_codes = await replaceRecoveryCodes(tx, ctx.operator.id)
    await recordAudit(tx, ctx, { subject: 'operator', subject_id: ctx.operator.id, subject_name: ctx.operator.name })
    return { recovery_codes }
  })
