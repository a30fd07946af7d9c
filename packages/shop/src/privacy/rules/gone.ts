/** In place of a name that was erased. */
export const GONE = '消去済み'
