import { blockKind, HEADING, WORDS } from '../kind.ts'

/** The page's goods with their prices, and the order form. */
export const formBlock = blockKind({
  kind: 'form',
  name: 'お申し込み',
  of: 'landing_page',
  fields: { ...HEADING, ...WORDS },
})
