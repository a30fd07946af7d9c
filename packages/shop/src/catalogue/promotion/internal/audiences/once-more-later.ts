import { formatLong } from '@kushi/values/date-format'
import { quoteName } from '@kushi/values/price'
import { type Audience, elsewhereText } from './audience.ts'
import { loadPersonPast, type PersonPast, usableAgainFrom } from './person-past.ts'

/** おひとり様1回、間をあければもう1回. */
export const onceMoreLater: Audience<PersonPast> = {
  load: loadPersonPast,
  refuse({ promotion_name, again_after_months }, { last_used, is_elsewhere }) {
    if (last_used === null) return null
    const from = formatLong(usableAgainFrom(last_used, again_after_months ?? 0))
    return `${quoteName(promotion_name)}は、${is_elsewhere ? elsewhereText : ''}すでにご利用いただいています。${is_elsewhere ? '' : `次は${from}からご利用いただけます。`}`
  },
  // The next use of one who may again has another key, the same for two at once.
  key: ({ person, last_use_id }) => person && `${person}:after:${last_use_id}`,
}
