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
export const registrationNumberText = (number: string): string =>
  number === '' ? '適格請求書発行事業者の登録なし(免税事業者)' : `登録番号 ${number}`

/** Abbreviated legal forms in brackets: in (株)椿野 the brackets do not contain a manager's name. */
const forms = /[((](?:株|有|合|同|資|名|相|社|財|一社|一財|公社|公財|医|学|福|宗|特非|非|独|協|農)[))]/g

export interface CompanyName {
  company_name: string
  /** ご担当者名; empty if there are no brackets with a name. */
  manager_name: string
}

/**
 * Parses a company with its manager in brackets at the end (会社名に担当者名を添える形): 「株式会社 椿野(山口 花子)」. Half- and full-width
 * brackets; an abbreviated legal form is part of the name. null: the brackets do not fit this form.
 */
export function parseCompanyName(text: string): CompanyName | null {
  // Replaces legal forms by private characters, so that the remaining brackets contain a manager.
  const kept: string[] = []
  const bare = text.trim().replace(forms, (form) => `\ue000${kept.push(form) - 1}\ue001`)
  const restore = (part: string) => part.replace(/\ue000(\d+)\ue001/g, (_, n: string) => kept[Number(n)]!).trim()
  if (!/[()()]/.test(bare)) return { company_name: restore(bare), manager_name: '' }
  const [, company, manager] = /^([^()()]+)[((]([^()()]+)[))]$/.exec(bare) ?? []
  if (!company?.trim() || !manager?.trim()) return null
  return { company_name: restore(company), manager_name: restore(manager) }
}

/** 「会社名(担当者名)」, or only the company if there is no manager. */
export const formatCompanyName = ({ company_name, manager_name }: CompanyName): string =>
  manager_name === '' ? company_name : `${company_name}(${manager_name})`
