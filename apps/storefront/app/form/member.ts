import { memberFormOf } from '@kushi/contract/form/member'
import { confirmationFailures, memberFailures } from '@kushi/contract/form/member-rules'
import { SEX } from '@kushi/values/account'
import { type CalendarDate, calendarDate } from '@kushi/values/calendar-date'
import { toHiragana } from '@kushi/values/kana'
import type { PasswordLength } from '@kushi/values/password'
import * as z from 'zod/mini'
import type { BirthdayDraft, MemberDraft } from '../state/purchase-draft.ts'
import { writeAddress } from './address.ts'
import { formOf } from './codec.ts'
import { normalizeEmail, normalizeText } from './writing.ts'

/** Form values of a new member. */
export interface MemberFields extends MemberDraft {
  password: string
  password_confirm: string
}

/** Stands for a birthday that is incomplete or does not exist. */
const NO_SUCH_DAY = '0000-00-00'

function writeBirthday({ year, month, day }: BirthdayDraft): string | null {
  if (!year && !month && !day) return null
  const parts = { year: Number(year), month: Number(month), day: Number(day) }
  return year && month && day ? (calendarDate(parts) ?? NO_SUCH_DAY) : NO_SUCH_DAY
}

export function typedBirthday(birthday: CalendarDate | null): BirthdayDraft {
  const [year = '', month = '', day = ''] = birthday?.split('-').map((part) => String(Number(part))) ?? []
  return { year, month, day }
}

export type ProfileDraft = Omit<MemberDraft, 'email' | 'email_confirm' | 'where_did_you_know'>

/** The fields that new and existing members have in common, as they are sent. */
export function writeProfile(typed: ProfileDraft) {
  const account_type = typed.account_type === 'business'
  const company = (text: string) => (account_type ? normalizeText(text) : '')
  return {
    ...writeAddress(typed),
    birthday: writeBirthday(typed.birthday),
    sex: [SEX.male, SEX.female].find((sex) => String(sex) === typed.sex) ?? SEX.unknown,
    account_type,
    company_name: company(typed.company_name),
    company_name_kana: company(toHiragana(typed.company_name_kana)),
    manager_name: company(typed.manager_name),
    manager_name_kana: company(toHiragana(typed.manager_name_kana)),
    mail_magazine_flag: typed.mail_magazine_flag,
  }
}

/** What the rules of a member depend on: today's date, and the shop's password length. */
export interface MemberRules {
  today: CalendarDate
  length: PasswordLength
}

/** 会員登録. E-mail and password must be typed twice. */
export const memberForm = ({ today, length }: MemberRules) =>
  formOf({
    write: (typed: MemberFields) => ({
      ...writeProfile(typed),
      email: normalizeEmail(typed.email),
      email_confirm: normalizeEmail(typed.email_confirm),
      password: typed.password,
      password_confirm: typed.password_confirm,
      where_did_you_know: typed.where_did_you_know ? Number(typed.where_did_you_know) : null,
    }),
    schema: z.extend(memberFormOf(length), { email_confirm: z.string(), password_confirm: z.string() }),
    extraChecks: (sent) => [...memberFailures(sent, today), ...confirmationFailures(sent)],
  })
export type Registration = z.output<ReturnType<typeof memberForm>>
