import { quoteName } from '@kushi/values/price'
import { type Audience, elsewhereText } from './audience.ts'
import { once } from './once.ts'
import type { PersonPast } from './person-past.ts'

/** はじめての方: who has neither ordered nor used it. */
export const firstTimeBuyers: Audience<PersonPast> = {
  ...once,
  refuse(row, past, now) {
    const { has_ordered, is_elsewhere } = past
    const before = has_ordered
      ? `${quoteName(row.promotion_name)}は、はじめてご注文の方に限らせていただいています。${is_elsewhere ? `${elsewhereText}ご注文いただいています。` : ''}`
      : null
    return once.refuse(row, past, now) ?? before
  },
}
