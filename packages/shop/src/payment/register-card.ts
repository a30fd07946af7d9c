import { card_registration } from '@kushi/db/schema/payment'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { takeLimit } from '../limit/take.ts'
import { makeOrderNo } from '../order/rules/order-no.ts'
import { askCards } from './ask-cards.ts'
import { saveRegisteredCard } from './save-registered-card.ts'

/**
 * カードの登録: a CHECK with 3-D Secure (card security guideline), after which the card of that transaction is saved.
 * The same idempotency key goes on with the registration that it began.
 */
export const registerCard: Verb<'POST /v1/common/mypage/card/register'> = async (ctx, input) => {
  const [before] = await ctx.db
    .select()
    .from(card_registration)
    .where(
      and(
        eq(card_registration.customer_id, ctx.customer_id),
        eq(card_registration.idempotency_key, input.idempotency_key),
      ),
    )
  if (before) return { card_seq: before.card_seq, redirect_url: before.card_seq === null ? before.redirect_url : null }
  await takeLimit(ctx, 'card', { account: String(ctx.customer_id), address: ctx.ip })
  const [row] = await ctx.db
    .insert(card_registration)
    .values({
      shop_id: ctx.shop_id,
      customer_id: ctx.customer_id,
      state: 'intent',
      provider_order_id: makeOrderNo(ctx.clock.today()).replace('K', 'R'),
      is_default: input.default_flag === '1',
      idempotency_key: input.idempotency_key,
    })
    .returning()
  const { id, provider_order_id } = row!
  const answer = await askCards(async () => {
    const access = await ctx.ports.card.enter({ provider_order_id, amount: 0, job: 'CHECK' })
    await ctx.db
      .update(card_registration)
      .set({ ...access, state: 'entered' })
      .where(eq(card_registration.id, id))
    const return_url = `${ctx.settings.public_url}/v1/payment/gmo/return`
    return ctx.ports.card.execute({ ...access, provider_order_id, card: { token: input.token }, return_url })
  })
  if (answer.kind === 'approved')
    return { card_seq: await askCards(() => saveRegisteredCard(ctx, row!)), redirect_url: null }
  const { redirect_url } = answer
  await ctx.db.update(card_registration).set({ redirect_url, state: 'redirected' }).where(eq(card_registration.id, id))
  return { card_seq: null, redirect_url }
}
