import { formatLongDate } from '@kushi/values/date-format'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { type PromotionAudienceRule, sameContactText } from './audience.ts'
import { loadPersonPromotionHistory, type PersonPromotionHistory, usableAgainFrom } from './person-promotion-history.ts'

/** おひとり様1回、間をあければもう1回: once per person, and again after a pause. */
export const oncePerPersonAfterPauseAudience: PromotionAudienceRule<PersonPromotionHistory> = {
  load: loadPersonPromotionHistory,
  refuse({ promotion_name, again_after_months }, { last_used, is_elsewhere }) {
    if (last_used === null) return null
    const from = formatLongDate(usableAgainFrom(last_used, again_after_months ?? 0))
    return `${wrapInQuoteMarks(promotion_name)}は、${is_elsewhere ? sameContactText : ''}すでにご利用いただいています。${is_elsewhere ? '' : `次は${from}からご利用いただけます。`}`
  },
  // The next use of one who may again has another key, the same for two at once.
  key: ({ person, last_use_id }) => person && `${person}:after:${last_use_id}`,
}
