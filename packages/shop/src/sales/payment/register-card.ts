import { randomUUID } from 'node:crypto'
import { card_registration } from '@kushi/db/schema/payment'
import { firstDigitsOfMaskedCard } from '@kushi/values/card'
import { and, eq } from 'drizzle-orm'
import type { Answer, Handler, MemberContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { shopUrl } from '../../foundation/setting/index.ts'
import { PaymentRefused, PaymentUnavailable } from '../../ports/payment-port.ts'
import { checkCardLock, recordCardDecline } from './card-lock.ts'
import { callCardProvider } from './internal/call-card-provider.ts'
import { makeProviderNumber } from './internal/make-number.ts'
import { loadOwnGmoId, requireOwnCard } from './internal/own-cards.ts'
import {
  failRegistration,
  type RegistrationRow,
  recordRegistration,
  registrationFailureOf,
  waitForRegistration,
} from './internal/record-registration.ts'
import { saveRegisteredCard } from './internal/save-card.ts'

type Call = 'POST /v1/common/mypage/card/register'

/**
 * カードの登録: a CHECK with 3-D Secure (card security guideline), after which the card of that transaction is saved.
 * Repeated with the same idempotency key, it returns the registration that the first call began.
 */
export const registerCard: Handler<Call> = async (ctx, input) => {
  requireOwnCard(ctx, input, input.gmo_id ? await loadOwnGmoId(ctx) : undefined)
  return beginRegistration(ctx, { ...input, is_default: input.default_flag === '1', replaces_seq: null })
}

interface Registration {
  token: string
  /** Without a key, the registration can't be requested again. */
  idempotency_key?: string | undefined
  /** The number with its middle masked. */
  card_info?: string | undefined
  is_default: boolean
  /** `card_seq` of the card that this one replaces. */
  replaces_seq: number | null
}

/** Like `registerCard`, also for a card that replaces another. */
export async function beginRegistration(ctx: MemberContext, input: Registration): Promise<Answer<Call>> {
  const { idempotency_key = randomUUID() } = input
  const before = await registeredBefore(ctx, idempotency_key)
  if (before) return before
  await consumeLimit(ctx, 'card', { account: String(ctx.customer_id), address: ctx.ip })
  await checkCardLock(ctx)
  const [row] = await ctx.db
    .insert(card_registration)
    .values({
      shop_id: ctx.shop_id,
      customer_id: ctx.customer_id,
      state: 'intent',
      provider_order_id: makeProviderNumber('R', ctx.clock.today()),
      is_default: input.is_default,
      replaces_seq: input.replaces_seq,
      idempotency_key,
      card_first: firstDigitsOfMaskedCard(input.card_info ?? ''),
    })
    .onConflictDoNothing({
      target: [card_registration.shop_id, card_registration.customer_id, card_registration.idempotency_key],
    })
    .returning()
  // Another request with the same key was faster.
  if (!row) return (await registeredBefore(ctx, idempotency_key))!
  return callCardProvider(ctx, async () => {
    try {
      return await register(ctx, input, row)
    } catch (error) {
      await recordCardDecline(ctx, error)
      await failRegistration(ctx.db, row, error)
      throw error
    }
  })
}

async function register(ctx: MemberContext, input: Registration, row: RegistrationRow): Promise<Answer<Call>> {
  const { provider_order_id } = row
  const access = await ctx.ports.card.enterCheck({ provider_order_id, is_authenticated: true })
  await recordRegistration(ctx.db, row, { ...access, state: 'entered' })
  const return_url = `${shopUrl(ctx.settings, ctx.shop_id)}/v1/payment/gmo/return`
  const answer = await ctx.ports.card.executeCheck({ ...access, provider_order_id, token: input.token, return_url })
  if (answer.kind === 'approved') return { card_seq: await saveRegisteredCard(ctx, row), redirect_url: null }
  await recordRegistration(ctx.db, row, { redirect_url: answer.redirect_url, state: 'redirected' })
  return { card_seq: null, redirect_url: answer.redirect_url }
}

/**
 * Returns the result of the registration that this key began, once its request has finished; null: there is none.
 * @throws ShopError as that request did; 503 when it is undecided after ten seconds. No money is at stake.
 */
async function registeredBefore(ctx: MemberContext, key: string): Promise<Answer<Call> | null> {
  const mine = and(
    eq(card_registration.shop_id, ctx.shop_id),
    eq(card_registration.customer_id, ctx.customer_id),
    eq(card_registration.idempotency_key, key),
  )
  const { row, isOpen } = await waitForRegistration(ctx.db, mine, ['saved', 'redirected', 'failed'])
  if (!row) return null
  if (row.state === 'saved') return { card_seq: row.card_seq, redirect_url: null }
  if (row.state === 'redirected') return { card_seq: null, redirect_url: row.redirect_url }
  const failure = registrationFailureOf(row)
  return callCardProvider(ctx, async () => {
    if (isOpen) throw new PaymentUnavailable('registration under way')
    throw failure === 'unavailable' ? new PaymentUnavailable('as before') : new PaymentRefused(failure, 'as before')
  })
}
