import type { MemberForm } from '@kushi/contract/form/member'
import { calendarDate } from '@kushi/values/calendar-date'
import { toHiragana } from '@kushi/values/kana'
import { toHalfWidth } from '@kushi/values/text'
import { emailOf } from '../../../forms/email-of.ts'
import type { MemberDraft } from '../../../state/purchase-draft.ts'
import { toAddress } from './to-address.ts'

/** A birthday of which only a part was chosen, or that no calendar has. */
export const NO_SUCH_DAY = '0000-00-00'

/** null: nothing chosen. */
export function birthdayOf({ birth_year, birth_month, birth_day }: MemberDraft): string | null {
  if (!birth_year && !birth_month && !birth_day) return null
  const parts = { year: Number(birth_year), month: Number(birth_month), day: Number(birth_day) }
  return birth_year && birth_month && birth_day ? (calendarDate(parts) ?? NO_SUCH_DAY) : NO_SUCH_DAY
}

/** 会員登録 as it is sent. */
export function toMember(draft: MemberDraft, email: string, password: string): MemberForm {
  const isBusiness = draft.account_type === 'business'
  const company = (typed: string) => (isBusiness ? toHalfWidth(typed).trim() : '')
  return {
    ...toAddress(draft),
    email: emailOf(email),
    password,
    birthday: birthdayOf(draft),
    sex: draft.sex === '1' ? 1 : draft.sex === '2' ? 2 : null,
    account_type: isBusiness,
    company_name: company(draft.company_name),
    company_name_kana: company(toHiragana(draft.company_name_kana)),
    manager_name: company(draft.manager_name),
    manager_name_kana: company(toHiragana(draft.manager_name_kana)),
    where_did_you_know: draft.where_did_you_know ? Number(draft.where_did_you_know) : null,
    mail_magazine_flag: draft.mail_magazine_flag,
  }
}
