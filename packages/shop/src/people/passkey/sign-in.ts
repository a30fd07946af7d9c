import { customer } from '@kushi/db/schema/customer'
import { customer_passkey } from '@kushi/db/schema/sign-in'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq, isNull, lte } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Context, Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { verifyWebauthnRequest, webauthnRequestOptions } from '../../foundation/webauthn/index.ts'
import { ShopError } from '../../shop-error.ts'
import { confirmDevice, loadCustomer, recordSecurityEvent, startSession } from '../session/index.ts'
import { makeChallengeConsumer, relyingPartyOfShop, saveChallenge, userHandle } from './internal/challenge.ts'

const limit = (ctx: Context) => consumeLimit(ctx, 'passkey', { address: ctx.ip })

/** Also serves the browser's suggestions under the e-mail field. */
export const startPasskeyLogin: Handler<'POST /v1/common/login/passkey/options'> = async (ctx) => {
  await limit(ctx)
  const options = await webauthnRequestOptions(relyingPartyOfShop(ctx))
  await saveChallenge(ctx, options.challenge, null)
  return { options }
}

/**
 * ログイン by a passkey, which asks for the person at the device: both factors, so the browser counts as confirmed. The
 * session is the same as after a password.
 */
export const logInByPasskey: Handler<'POST /v1/common/login/passkey'> = async (ctx, { credential: answer }) => {
  await limit(ctx)
  const [key] = await ctx.db
    .select({
      id: customer_passkey.id,
      shop_id: customer_passkey.shop_id,
      customer_id: customer_passkey.customer_id,
      credential_id: customer_passkey.credential_id,
      public_key: customer_passkey.public_key,
      counter: customer_passkey.counter,
    })
    .from(customer_passkey)
    .innerJoin(customer, refersToCondition(customer_passkey.customer_id, customer))
    .where(
      and(
        eq(customer_passkey.shop_id, ctx.shop_id),
        eq(customer_passkey.credential_id, String(answer.id)),
        isNull(customer.withdrawn_at),
      ),
    )
  const handle = handleOf(answer)
  if (!key)
    throw refused(handle?.startsWith(userHandle(ctx, 0).slice(0, -1)) ? 'ERROR_PASSKEY_UNKNOWN' : 'ERROR_PASSKEY')
  const verified =
    handle === userHandle(ctx, key.customer_id) &&
    (await verifyWebauthnRequest(relyingPartyOfShop(ctx), answer, key, makeChallengeConsumer(ctx.db, ctx, null)))
  if (!verified) {
    await recordSecurityEvent(ctx, 'login_failed', key.customer_id)
    throw refused('ERROR_PASSKEY')
  }
  const member = withMemberActor(ctx, key.customer_id)
  const access_token = await ctx.db.transaction(async (tx) => {
    const used = await tx
      .update(customer_passkey)
      .set({ ...verified, used_at: ctx.clock.now() })
      // A copy of the passkey that answered meanwhile is ahead.
      .where(and(sameRowCondition(customer_passkey, key), lte(customer_passkey.counter, verified.counter)))
      .returning({ id: customer_passkey.id })
    if (used.length === 0) throw refused('ERROR_PASSKEY')
    const token = await startSession(ctx, key.customer_id, 'customer', tx)
    await confirmDevice(tx, member, key.customer_id, 'passkey')
    await recordSecurityEvent(member, 'login', key.customer_id, tx)
    return token
  })
  return { access_token, customer: await loadCustomer(ctx, key.customer_id) }
}

/** The user handle in an answer; null: there is none. */
function handleOf({ response }: Record<string, unknown>): string | null {
  const handle = (response as { userHandle?: unknown } | undefined)?.userHandle
  return typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString() : null
}

const refused = (error: 'ERROR_PASSKEY' | 'ERROR_PASSKEY_UNKNOWN') =>
  new ShopError(
    422,
    error,
    'このパスキーではログインできませんでした。メールアドレスとパスワードでもログインいただけます。',
  )
