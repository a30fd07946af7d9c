import type { Customer } from '@kushi/contract/customer'
import { memberFailures } from '@kushi/contract/form/member-rules'
import { MemberUpdateForm, phoneOfMember } from '@kushi/contract/form/member-update'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { parseCompanyName } from '@kushi/values/company-name'
import { companyName } from '@kushi/values/field-rule'
import { message } from '@kushi/values/message'
import { emptyDraft, type MemberDraft } from '../../state/purchase-draft.ts'
import { memberPath } from '../purchase/form/purchase-failures.ts'
import type { FormFailure } from '../purchase/form/purchase-form.ts'
import { NO_SUCH_DAY, toMember } from '../purchase/form/to-member.ts'

/** 会員情報 while it is typed: its fields under the names that the shared parts of the form use. */
export interface ProfileFields {
  member: MemberDraft
  line_magazine_flag: boolean
}

/** What the shop has, as fields. */
export function toFields(customer: Customer): ProfileFields {
  const { name01, name02, kana01, kana02, addr01, addr02, addr03, phone_number, mail_magazine_flag } = customer
  const [birth_year = '', birth_month = '', birth_day = ''] =
    customer.birthday?.split('-').map((part) => String(Number(part))) ?? []
  return {
    member: {
      ...emptyDraft.member,
      ...{ name01, name02, kana01, kana02, addr01, addr02, addr03, phone_number, mail_magazine_flag },
      ...{ birth_year, birth_month, birth_day },
      postal_code: customer.postal_code01 + customer.postal_code02,
      pref_id: String(customer.pref_id),
      sex: customer.sex === null ? '' : String(customer.sex),
      account_type: customer.account_type ? 'business' : 'personal',
      company_name: customer.company_name ?? '',
      company_name_kana: customer.company_name_kana ?? '',
      manager_name: customer.manager_name ?? '',
      manager_name_kana: customer.manager_name_kana ?? '',
    },
    line_magazine_flag: customer.line_magazine_flag,
  }
}

/** As it is sent. */
export function toBody({ member, line_magazine_flag }: ProfileFields): MemberUpdateForm {
  const { email: _, password: _p, where_did_you_know: _w, ...profile } = toMember(member, '', '')
  return { ...profile, ...withManager(profile), line_magazine_flag }
}

/** 「会社名(担当者名)」: the manager in brackets goes to a field of their own, unless another one stands there. */
function withManager({ company_name, manager_name }: Pick<MemberUpdateForm, 'company_name' | 'manager_name'>) {
  const parsed = parseCompanyName(company_name)
  const isSame = manager_name === '' || manager_name === parsed?.manager_name
  return parsed?.manager_name && isSame ? parsed : { company_name, manager_name }
}

/** What is missing or wrong, at most one per field. `stored`: what the shop has now. */
export function profileFailures(
  fields: ProfileFields,
  stored: Pick<Customer, 'phone_number'>,
  today: CalendarDate,
): FormFailure[] {
  const body = toBody(fields)
  const parsed = MemberUpdateForm.safeParse({ ...body, birthday: body.birthday === NO_SUCH_DAY ? null : body.birthday })
  const failures = (parsed.error?.issues ?? []).map(({ path: [name], message: text }) => ({
    path: String(name),
    // A number that isn't chosen has no words of its own.
    message: name === 'pref_id' ? message('cmn-err-002', '都道府県') : text,
  }))
  const phone = phoneOfMember(stored.phone_number)(body.phone_number)
  if (phone) failures.push({ path: 'phone_number', message: phone.message })
  const company = body.account_type && companyName('会社名')(fields.member.company_name.trim())
  if (company) failures.push({ path: 'company_name', message: company.message })
  return [...failures, ...memberFailures(body, today)]
    .map(({ path, message }) => ({ path: pathOf(path), message }))
    .filter(({ path }, index, all) => all.findIndex((one) => one.path === path) === index)
}

/** The field in which the server's field is typed. */
export const pathOf = (name: string) => (name === 'line_magazine_flag' ? name : memberPath(name))
