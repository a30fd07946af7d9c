/**
 * 適格請求書発行事業者登録番号: `T` and 13 digits. Of a company they are its 法人番号, of anybody else a number of the tax
 * office's own, whose build is not published: only the form can be asked for.
 */
export const isRegistrationNumber = (text: string): boolean => /^T\d{13}$/.test(text)

/**
 * Whether the 13 digits could be a 法人番号. Its first digit checks the others: 9 less the remainder by 9 of their sum, each
 * second one from the right doubled (法人番号の指定等に関する省令 第2条).
 */
export function isCorporateNumber(text: string): boolean {
  const digits = [...text.replace(/^T/, '')].map(Number)
  if (digits.length !== 13 || digits.some(Number.isNaN)) return false
  const [check, ...rest] = digits
  const sum = rest.reverse().reduce((total, digit, n) => total + digit * (n % 2 === 0 ? 1 : 2), 0)
  return check === 9 - (sum % 9)
}

/** As it stands on receipts and slips, also of a seller who has none: of 免税事業者 nobody can deduct the tax. */
export const registrationText = (number: string): string =>
  number === '' ? '適格請求書発行事業者の登録なし(免税事業者)' : `登録番号 ${number}`
