import { wrapInQuoteMarks } from '@kushi/values/price'
import { type PromotionAudienceRule, sameContactText } from './audience.ts'
import { oncePerPersonAudience } from './once.ts'
import type { PersonPromotionHistory } from './person-promotion-history.ts'

/** はじめての方: a person who has neither ordered nor used the promotion. */
export const firstTimeBuyersAudience: PromotionAudienceRule<PersonPromotionHistory> = {
  ...oncePerPersonAudience,
  refuse(row, past, now) {
    const { has_ordered, is_elsewhere } = past
    const before = has_ordered
      ? `${wrapInQuoteMarks(row.promotion_name)}は、はじめてご注文の方に限らせていただいています。${is_elsewhere ? `${sameContactText}ご注文いただいています。` : ''}`
      : null
    return oncePerPersonAudience.refuse(row, past, now) ?? before
  },
}
