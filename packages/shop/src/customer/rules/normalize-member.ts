import type { MemberForm } from '@kushi/contract/form/member'
import { normalizeAddress, normalizeText } from '../../address/rules/normalize-address.ts'
import { normalizeEmail } from './normalize-email.ts'

/** A new member as they are stored; a private one has no company, whatever was sent. */
export function normalizeMember<M extends MemberForm>(member: M): M {
  const company = (text: string) => (member.account_type ? normalizeText(text) : '')
  return {
    ...normalizeAddress(member),
    email: normalizeEmail(member.email),
    company_name: company(member.company_name),
    company_name_kana: company(member.company_name_kana),
    manager_name: company(member.manager_name),
    manager_name_kana: company(member.manager_name_kana),
  }
}
