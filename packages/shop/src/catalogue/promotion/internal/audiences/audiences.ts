import type { PromotionAudience, PromotionScope } from '@kushi/values/promotion'
import { anyBuyerAudience } from './any-buyer.ts'
import type { AudienceFacts, PromotionAudienceRule, PromotionOfferRequest, PromotionRecord } from './audience.ts'
import { birthdayMonthAudience } from './birthday-month.ts'
import { listedMembersAudience } from './listed-members.ts'
import { firstTimeBuyersAudience } from './new.ts'
import { oncePerPersonAudience } from './once.ts'
import { oncePerAddressAudience } from './once-address.ts'
import { oncePerPersonAfterPauseAudience } from './once-more-later.ts'

type AnyAudience = PromotionAudienceRule<AudienceFacts>

const SCOPES: Record<PromotionScope, AnyAudience> = {
  anybody: anyBuyerAudience,
  listed: listedMembersAudience,
  birthday_month: birthdayMonthAudience,
}

const AUDIENCES: Record<PromotionAudience, AnyAudience> = {
  everybody: anyBuyerAudience,
  once: oncePerPersonAudience,
  once_address: oncePerAddressAudience,
  again: oncePerPersonAfterPauseAudience,
  new: firstTimeBuyersAudience,
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
  request: PromotionOfferRequest,
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
