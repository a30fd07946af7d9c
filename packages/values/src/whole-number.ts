/**
 * A number as people type it: in full or half width, with commas, ¥ or 円. null: nothing typed. NaN: not a whole number.
 */
export function readWholeNumber(typed: string): number | null {
  const plain = typed.normalize('NFKC').replace(/[,\s¥円]/g, '')
  if (plain === '') return null
  return /^[+-]?\d{1,12}$/.test(plain) ? Number(plain) : Number.NaN
}
