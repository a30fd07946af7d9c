import type { CalendarDate } from '@kushi/values/calendar-date'
import type { FieldRule } from '@kushi/values/field-rule'
import * as rule from '@kushi/values/field-rule'
import type { FieldFailure } from '../failure.ts'
import type { MemberForm } from './member.ts'

/** No living person is older. The limit also rejects years that the database can't store. */
const earliestBirthday: CalendarDate = '1900-01-01'

const company: [keyof MemberForm & `${'company' | 'manager'}_${string}`, string][] = [
  ['company_name', '会社名'],
  ['company_name_kana', '会社名(かな)'],
  ['manager_name', 'ご担当者名'],
  ['manager_name_kana', 'ご担当者名(かな)'],
]

type MemberRuleInput = Pick<MemberForm, 'birthday' | 'account_type' | (typeof company)[number][0]>

/**
 * Returns the rules that the fields violate together (company) or on `today` (birthday). Each field alone must be well
 * formed already. For the form and the server.
 */
export function memberFailures(form: MemberRuleInput, today: CalendarDate): FieldFailure[] {
  const failures: FieldFailure[] = []
  const check = (path: string, value: string, ...rules: FieldRule[]) => {
    const broken = rules.map((each) => each(value)).find((each) => each !== null)
    if (broken) failures.push({ path, ...broken })
  }
  const birthday = form.birthday ?? ''
  check(
    'birthday',
    birthday !== '' && birthday < earliestBirthday ? 'before' : birthday,
    rule.notFuture('生年月日', today),
  )
  if (!form.account_type) return failures
  for (const [path, label] of company) {
    check(path, form[path], rule.required(label))
    // Unlike the kana of a person's name, these may contain spaces: かぶしきがいしゃ つばきの.
    if (path.endsWith('_kana')) check(path, form[path].replace(/\s/g, ''), rule.hiragana(label))
  }
  return failures
}

const confirmed = [
  ['email', 'メールアドレス'],
  ['password', 'パスワード'],
] as const

type ConfirmedField = (typeof confirmed)[number][0]
type ConfirmationFields = { [Name in ConfirmedField | `${ConfirmedField}_confirm`]?: string | undefined }

/** 確認用の入力: the second input must match the first. A client that confirms in another way leaves it out. */
export function confirmationFailures(form: ConfirmationFields): FieldFailure[] {
  return confirmed.flatMap(([name, label]) => {
    const again = form[`${name}_confirm`]
    if (again === undefined) return []
    const confirmLabel = `${label}(確認)`
    const broken = rule.required(confirmLabel)(again) ?? rule.sameAs(label, confirmLabel, form[name] ?? '')(again)
    return broken ? [{ path: `${name}_confirm`, ...broken }] : []
  })
}
