/** Marks a ひな形 until the responsible person has checked it: a page that contains it counts as not written. */
export const DRAFT_MARK = '【ひな形】'
