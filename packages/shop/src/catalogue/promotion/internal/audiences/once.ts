import { type PromotionAudienceRule, usedByPersonText } from './audience.ts'
import { loadPersonPromotionHistory, type PersonPromotionHistory } from './person-promotion-history.ts'

/** おひとり様1回: once per person. */
export const oncePerPersonAudience: PromotionAudienceRule<PersonPromotionHistory> = {
  load: loadPersonPromotionHistory,
  refuse: ({ promotion_name }, { last_used, is_elsewhere }) =>
    last_used === null ? null : usedByPersonText(promotion_name, is_elsewhere),
  key: ({ person }) => person,
}
