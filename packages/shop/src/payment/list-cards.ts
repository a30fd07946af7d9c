import { customer } from '@kushi/db/schema/customer'
import { eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { askCards } from './ask-cards.ts'

/** 登録カード一覧: the vault's own list, so that a card deleted there is gone here. */
export const listCards: Verb<'GET /v1/common/mypage/card/list'> = async (ctx, { card_seq }) => {
  const [member] = await ctx.db
    .select({ gmo_id: customer.gmo_id })
    .from(customer)
    .where(eq(customer.id, ctx.customer_id))
  const gmoId = member?.gmo_id
  if (!gmoId) return { items: [] }
  const cards = await askCards(ctx, () => ctx.ports.card.listCards(gmoId))
  return {
    items: cards
      .filter((one) => card_seq === undefined || one.card_seq === card_seq)
      .map((one) => ({ ...one, gmo_id: gmoId })),
  }
}
