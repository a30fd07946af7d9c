import { type Audience, usedBeforeText } from './audience.ts'
import { loadPersonPast, type PersonPast } from './person-past.ts'

/** おひとり様1回. */
export const once: Audience<PersonPast> = {
  load: loadPersonPast,
  refuse: ({ promotion_name }, { last_used, is_elsewhere }) =>
    last_used === null ? null : usedBeforeText(promotion_name, is_elsewhere),
  key: ({ person }) => person,
}
