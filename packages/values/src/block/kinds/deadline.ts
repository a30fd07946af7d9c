import { defineBlockKind, HEADING_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** 受付の終了 of the page, as the day and the time that it is. Hidden while the page has no end. */
export const deadlineBlock = defineBlockKind({
  kind: 'deadline',
  name: '受付の終わり',
  of: 'landing_page',
  fields: { ...HEADING_FIELDS, ...TEXT_FIELDS },
})
