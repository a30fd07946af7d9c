import { defineBlockKind, HEADING_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** The page's goods with their prices, and the order form. */
export const formBlock = defineBlockKind({
  kind: 'form',
  name: 'お申し込み',
  of: 'landing_page',
  fields: { ...HEADING_FIELDS, ...TEXT_FIELDS },
})
