/** Returns the JAN of a barcode (GTIN-8, GTIN-13), the global number of the goods; null if it is not a JAN. */
export const gtinFromBarcode = (barcode: string): string | null => (isJan(barcode) ? barcode : null)

/** The check digit is correct, and the number is not reserved for use inside shops. */
function isJan(code: string): boolean {
  const isKind = code.length === 8 ? /^[^02]\d{7}$/.test(code) : /^(?!02|04|2)\d{13}$/.test(code)
  if (!isKind) return false
  const digits = [...code].map(Number)
  const check = digits.pop()
  const sum = digits.reverse().reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 3 : 1), 0)
  return check === (10 - (sum % 10)) % 10
}
