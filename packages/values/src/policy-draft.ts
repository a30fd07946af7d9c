/** Stands in a ひな形 until whoever answers for it has checked it: a page that has it counts as not written. */
export const DRAFT_MARK = '【ひな形】'
