import { type Audience, usedByPersonText } from './audience.ts'
import { loadPersonPromotionHistory, type PersonPromotionHistory } from './person-past.ts'

/** おひとり様1回: once per person. */
export const oncePerPerson: Audience<PersonPromotionHistory> = {
  load: loadPersonPromotionHistory,
  refuse: ({ promotion_name }, { last_used, is_elsewhere }) =>
    last_used === null ? null : usedByPersonText(promotion_name, is_elsewhere),
  key: ({ person }) => person,
}
