/**
 * 適格請求書発行事業者登録番号: `T` and 13 digits. For a company they are its 法人番号, otherwise a number of the tax office whose
 * structure is not published, so only the form can be checked.
 */
export const isRegistrationNumber = (text: string): boolean => /^T\d{13}$/.test(text)

/**
 * Whether the 13 digits could be a 法人番号. The first digit is a check digit: 9 minus the remainder modulo 9 of the sum of
 * the others, each second one from the right doubled (法人番号の指定等に関する省令 第2条).
 */
export function isCorporateNumber(text: string): boolean {
  const digits = [...text.replace(/^T/, '')].map(Number)
  if (digits.length !== 13 || digits.some(Number.isNaN)) return false
  const [check, ...rest] = digits
  const sum = rest.reverse().reduce((total, digit, n) => total + digit * (n % 2 === 0 ? 1 : 2), 0)
  return check === 9 - (sum % 9)
}

/** The text on receipts and slips, also for a seller without a number: buyers can't deduct the tax of 免税事業者. */
export const registrationText = (number: string): string =>
  number === '' ? '適格請求書発行事業者の登録なし(免税事業者)' : `登録番号 ${number}`
