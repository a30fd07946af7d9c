import { wrapInQuoteMarks } from '@kushi/values/price'
import { type Audience, sameContactText } from './audience.ts'
import { oncePerPerson } from './once.ts'
import type { PersonPromotionHistory } from './person-past.ts'

/** はじめての方: a person who has neither ordered nor used the promotion. */
export const firstTimeBuyers: Audience<PersonPromotionHistory> = {
  ...oncePerPerson,
  refuse(row, past, now) {
    const { has_ordered, is_elsewhere } = past
    const before = has_ordered
      ? `${wrapInQuoteMarks(row.promotion_name)}は、はじめてご注文の方に限らせていただいています。${is_elsewhere ? `${sameContactText}ご注文いただいています。` : ''}`
      : null
    return oncePerPerson.refuse(row, past, now) ?? before
  },
}
