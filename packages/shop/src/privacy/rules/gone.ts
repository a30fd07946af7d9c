/** Replaces an erased name. */
export const GONE = '消去済み'
