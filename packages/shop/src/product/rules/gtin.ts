/** The JAN of a barcode (GTIN-8, GTIN-13) by which the whole world knows the goods; null where it is none. */
export const gtinOf = (barcode: string): string | null => (isJan(barcode) ? barcode : null)

/** The check digit fits, and it is none of those for use inside a shop. */
function isJan(code: string): boolean {
  const isKind = code.length === 8 ? /^[^02]\d{7}$/.test(code) : /^(?!02|04|2)\d{13}$/.test(code)
  if (!isKind) return false
  const digits = [...code].map(Number)
  const check = digits.pop()
  const sum = digits.reverse().reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 3 : 1), 0)
  return check === (10 - (sum % 10)) % 10
}
