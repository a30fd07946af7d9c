import type { Customer } from '@kushi/contract/customer'
import { memberFailures } from '@kushi/contract/form/member-rules'
import { MemberUpdateForm, phoneRuleOfMember } from '@kushi/contract/form/member-update'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { parseCompanyName } from '@kushi/values/company'
import { type BrokenRule, companyName } from '@kushi/values/field-rule'
import { typedAddress } from './address.ts'
import { type FormFailure, formOf } from './codec.ts'
import { type ProfileDraft, typedBirthday, writeProfile } from './member.ts'

/** Form values of 会員情報. */
export interface ProfileFields extends ProfileDraft {
  line_magazine_flag: boolean
}

/** Converts the stored 会員情報 to form values. */
export const typedProfile = (customer: Customer): ProfileFields => ({
  ...typedAddress(customer),
  birthday: typedBirthday(customer.birthday),
  sex: customer.sex === null ? '' : String(customer.sex),
  account_type: customer.account_type ? 'business' : 'personal',
  company_name: customer.company_name ?? '',
  company_name_kana: customer.company_name_kana ?? '',
  manager_name: customer.manager_name ?? '',
  manager_name_kana: customer.manager_name_kana ?? '',
  mail_magazine_flag: customer.mail_magazine_flag,
  line_magazine_flag: customer.line_magazine_flag,
})

/** 「会社名(担当者名)」: moves the manager in brackets to its own field, unless that field is filled. */
function withManager({ company_name, manager_name }: Pick<MemberUpdateForm, 'company_name' | 'manager_name'>) {
  const parsed = parseCompanyName(company_name)
  const isSame = manager_name === '' || manager_name === parsed?.manager_name
  return parsed?.manager_name && isSame ? parsed : { company_name, manager_name }
}

const at = (path: string, broken: BrokenRule | null | false): FormFailure[] => (broken ? [{ ...broken, path }] : [])

/** 会員情報の変更. A stored phone number that is older than its rule may stay. */
export const profileForm = (stored: Pick<Customer, 'phone_number'>, today: CalendarDate) =>
  formOf({
    write: ({ line_magazine_flag, ...typed }: ProfileFields): MemberUpdateForm => {
      const profile = writeProfile(typed)
      return { ...profile, ...withManager(profile), line_magazine_flag }
    },
    schema: MemberUpdateForm,
    extraChecks: (sent, typed) => [
      ...at('phone_number', phoneRuleOfMember(stored.phone_number)(sent.phone_number)),
      ...at('company_name', sent.account_type && companyName('会社名')(typed.company_name.trim())),
      ...memberFailures(sent, today),
    ],
  })
