import type { PromotionAudience, PromotionScope } from '@kushi/values/promotion'
import { anyBuyer } from './any-buyer.ts'
import type { Audience, AudienceFacts, OfferRequest, PromotionRecord } from './audience.ts'
import { birthdayMonth } from './birthday-month.ts'
import { listedMembers } from './listed-members.ts'
import { firstTimeBuyers } from './new.ts'
import { oncePerPerson } from './once.ts'
import { oncePerAddress } from './once-address.ts'
import { oncePerPersonAfterPause } from './once-more-later.ts'

type AnyAudience = Audience<AudienceFacts>

const SCOPES: Record<PromotionScope, AnyAudience> = {
  anybody: anyBuyer,
  listed: listedMembers,
  birthday_month: birthdayMonth,
}

const AUDIENCES: Record<PromotionAudience, AnyAudience> = {
  everybody: anyBuyer,
  once: oncePerPerson,
  once_address: oncePerAddress,
  again: oncePerPersonAfterPause,
  new: firstTimeBuyers,
}

/** How a promotion stands to this buyer, as far as it says to whom it is given. */
interface AudienceAnswer extends Required<AudienceFacts> {
  refusal: string | null
  use_key: string | null
  /** Nobody asked for an automatic one; who is meant and had it already reads why it does not come again. */
  is_told: boolean
}

/** Checks the audiences of these promotions for a buyer. Each audience is loaded once. */
export async function evaluateAudiences(
  request: OfferRequest,
  rows: readonly PromotionRecord[],
): Promise<(row: PromotionRecord) => AudienceAnswer> {
  const asked = rows.flatMap((row) => audiencesOf(row).map(({ load }) => ({ load, row })))
  const facts = new Map<AnyAudience['load'], (row: PromotionRecord) => AudienceFacts>()
  for (const [load, own] of Map.groupBy(asked, (one) => one.load))
    facts.set(
      load,
      await load(
        request,
        own.map(({ row }) => row),
      ),
    )
  const now = request.ctx.clock.now()
  return (row) => {
    const [scope, audience] = audiencesOf(row)
    const known = facts.get(audience.load)!(row)
    const notMeant = scope.refuse(row, facts.get(scope.load)!(row), now)
    const had = audience.refuse(row, known, now)
    return {
      refusal: notMeant ?? had,
      use_key: audience.key?.(known) ?? null,
      is_told: had !== null && notMeant === null && !scope.is_quiet,
      matches: known.matches ?? [],
      doubts: known.doubts ?? [],
    }
  }
}

const audiencesOf = ({ member_scope, audience }: PromotionRecord) =>
  [SCOPES[member_scope], AUDIENCES[audience]] as const
