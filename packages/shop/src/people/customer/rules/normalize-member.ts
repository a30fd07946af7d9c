import type { MemberForm } from '@kushi/contract/form/member'
import { normalizeEmail } from '@kushi/values/email'

type Profile = Omit<MemberForm, 'email' | 'password' | 'where_did_you_know' | 'mail_magazine_flag'>

/** Returns a member's profile as it is stored. A private person has no company, even if one was sent. */
export function normalizeProfile<P extends Profile>(profile: P): P {
  const company = (text: string) => (profile.account_type ? text : '')
  return {
    ...profile,
    company_name: company(profile.company_name),
    company_name_kana: company(profile.company_name_kana),
    manager_name: company(profile.manager_name),
    manager_name_kana: company(profile.manager_name_kana),
  }
}

/** A new member as stored. */
export const normalizeMember = <M extends MemberForm>(member: M): M => ({
  ...normalizeProfile(member),
  email: normalizeEmail(member.email),
})
