import type { Queryable } from '@kushi/db/connect'
import { customer_challenge } from '@kushi/db/schema/sign-in'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import { type RelyingParty, relyingPartyOf } from '../../../foundation/webauthn/index.ts'
import { hashToken } from '../../session/index.ts'

const CHALLENGE_MS = 5 * 60_000

/** Passkeys belong to the shop's own host. */
export const relyingPartyOfShop = ({ settings, shop_id }: Pick<Context, 'settings' | 'shop_id'>): RelyingParty =>
  relyingPartyOf(shopUrl(settings, shop_id))

/** Returns the WebAuthn user handle of a member. It contains the shop, because shops may share a host. */
export const userHandle = ({ shop_id }: Pick<Context, 'shop_id'>, customer_id: number): string =>
  `member-${shop_id}-${customer_id}`

/** A client without a cookie is bound to no browser. */
const deviceHash = (token: string | null | undefined) => hashToken(token ?? '')

/** Saves a challenge for this browser. `customer_id` null: any member may answer. */
export async function saveChallenge(ctx: Context, challenge: string, customer_id: number | null): Promise<void> {
  const expires_at = new Date(ctx.clock.now().getTime() + CHALLENGE_MS)
  const device_hash = deviceHash(ctx.makeDeviceToken?.())
  await ctx.db
    .insert(customer_challenge)
    .values({ shop_id: ctx.shop_id, challenge, device_hash, customer_id, expires_at })
}

/**
 * Returns a function that uses up a challenge of this browser, and says whether it was valid. A challenge is good for
 * one response, even a wrong one.
 */
export const makeChallengeConsumer =
  (db: Queryable, ctx: Context, customer_id: number | null) =>
  async (challenge: string): Promise<boolean> => {
    const { shop_id } = ctx
    const taken = await db
      .delete(customer_challenge)
      .where(
        and(
          eq(customer_challenge.shop_id, shop_id),
          eq(customer_challenge.challenge, challenge),
          eq(customer_challenge.device_hash, deviceHash(ctx.deviceToken?.())),
          gt(customer_challenge.expires_at, ctx.clock.now()),
          customer_id === null
            ? isNull(customer_challenge.customer_id)
            : eq(customer_challenge.customer_id, customer_id),
        ),
      )
      .returning({ challenge: customer_challenge.challenge })
    return taken.length === 1
  }
