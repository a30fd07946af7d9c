import { withMemberActor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { recordCardDecline } from './card-lock.ts'
import {
  claimRegistration,
  failRegistration,
  registrationFailureOf,
  registrationKeyCondition,
  waitForRegistration,
} from './internal/record-registration.ts'
import { saveRegisteredCard } from './internal/save-card.ts'

const cards = '/sh/mypage/payments'
/** Back to the form in which the card was entered. */
const failed = (failure: string, replaced: number | null) => ({
  location: `${cards}/${replaced === null ? 'new' : `${replaced}/edit`}?error=${failure}`,
})
const registered = { location: `${cards}?registered=1` }

/** Handles the browser's return from 3-D Secure of a card registration. An unknown key redirects to the home page. */
export async function returnFromCardRegistration(ctx: Context, accessId: string): Promise<{ location: string }> {
  const claimed = await claimRegistration(ctx, accessId)
  if (!claimed) return returnedBefore(ctx, accessId)
  try {
    await ctx.ports.card.finishCheck({ access_id: accessId, access_pass: claimed.access_pass! })
    await saveRegisteredCard(withMemberActor(ctx, claimed.customer_id), claimed)
    return registered
  } catch (error) {
    await recordCardDecline(ctx, error, claimed.customer_id)
    return failed(await failRegistration(ctx.db, claimed, error), claimed.replaces_seq)
  }
}

/** A reload or the back button: returns the result once the first request has finished. */
async function returnedBefore(ctx: Context, accessId: string): Promise<{ location: string }> {
  const { row, isOpen } = await waitForRegistration(ctx.db, registrationKeyCondition(ctx.shop_id, accessId), [
    'saved',
    'failed',
  ])
  if (!row) return { location: '/sh/' }
  if (isOpen) return failed('unavailable', row.replaces_seq)
  return row.state === 'saved' ? registered : failed(registrationFailureOf(row), row.replaces_seq)
}
