import { card_registration } from '@kushi/db/schema/payment'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { CardRefused, CardUnavailable } from './card-port.ts'
import { saveRegisteredCard } from './save-registered-card.ts'

const cards = '/sh/mypage/payments'

/** The browser comes back from 3-D Secure of a card registration; an unknown key leads home. */
export async function returnFromCardRegistration(ctx: Context, accessId: string): Promise<{ location: string }> {
  if (!accessId) return { location: '/sh/' }
  const [row] = await ctx.db.select().from(card_registration).where(eq(card_registration.access_id, accessId))
  if (!row?.access_pass) return { location: '/sh/' }
  if (row.state === 'saved') return { location: `${cards}?registered=1` }
  try {
    await ctx.ports.card.finish({ access_id: accessId, access_pass: row.access_pass })
    await saveRegisteredCard(ctx, row)
    return { location: `${cards}?registered=1` }
  } catch (error) {
    if (!(error instanceof CardRefused || error instanceof CardUnavailable)) throw error
    await ctx.db
      .update(card_registration)
      .set({ state: 'failed', error: error.info })
      .where(eq(card_registration.id, row.id))
    return { location: `${cards}/new?error=${error instanceof CardRefused ? error.refusal : 'unavailable'}` }
  }
}
