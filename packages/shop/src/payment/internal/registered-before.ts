import { setTimeout as sleep } from 'node:timers/promises'
import { card_registration } from '@kushi/db/schema/payment'
import { and, eq } from 'drizzle-orm'
import type { Answer, MemberContext } from '../../context.ts'
import { PaymentRefused, PaymentUnavailable } from '../payment-port.ts'
import { askCards } from './ask-cards.ts'
import { failureOf, type RegistrationState } from './record-registration.ts'

/**
 * What became of the registration that this key began, once the request that works on it knows; null: there is none.
 * @throws ShopError as that request did; 503 when it is not decided after ten seconds. No money is at stake.
 */
export async function registeredBefore(
  ctx: MemberContext,
  key: string,
): Promise<Answer<'POST /v1/common/mypage/card/register'> | null> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const mine = and(
      ...[eq(card_registration.shop_id, ctx.shop_id), eq(card_registration.customer_id, ctx.customer_id)],
      eq(card_registration.idempotency_key, key),
    )
    const [row] = await ctx.db.select().from(card_registration).where(mine)
    if (!row) return null
    const state = row.state as RegistrationState
    if (state === 'saved') return { card_seq: row.card_seq, redirect_url: null }
    if (state === 'redirected') return { card_seq: null, redirect_url: row.redirect_url }
    if (state === 'failed') {
      const failure = failureOf(row)
      return askCards(ctx, async () => {
        throw failure === 'unavailable' ? new PaymentUnavailable('as before') : new PaymentRefused(failure, 'as before')
      })
    }
    await sleep(250)
  }
  return askCards(ctx, async () => {
    throw new PaymentUnavailable('registration under way')
  })
}
