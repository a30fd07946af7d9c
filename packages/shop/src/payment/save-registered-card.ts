import type { Context } from '../context.ts'
import { type RegistrationRow, recordRegistration } from './record-registration.ts'
import { saveCard } from './save-card.ts'

/** Keeps the card of a finished CHECK. */
export async function saveRegisteredCard(ctx: Context, row: RegistrationRow): Promise<number> {
  const card_seq = await saveCard(ctx, row)
  await recordRegistration(ctx.db, row.id, { card_seq, state: 'saved' })
  return card_seq
}
