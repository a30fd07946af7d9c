import { AddressForm } from '@kushi/contract/form/address'
import { memberFormOf } from '@kushi/contract/form/member'
import { confirmationFailures, memberFailures } from '@kushi/contract/form/member-rules'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-destination'
import { message } from '@kushi/values/message'
import type { PasswordLength } from '@kushi/values/password'
import { userMessage } from '@kushi/values/user-message'
import { emailOf } from '../../../forms/email-of.ts'
import { FREE_NOTE } from '../../../state/purchase-draft.ts'
import { needsConsent } from './needs-consent.ts'
import type { FormFailure, PurchaseForm } from './purchase-form.ts'
import { toAddress } from './to-address.ts'
import { NO_SUCH_DAY, toMember } from './to-member.ts'
import { toPattern } from './to-pattern.ts'

interface Situation {
  isMember: boolean
  isPeriodic: boolean
  today: CalendarDate
  length: PasswordLength
}

/** What is missing or wrong on the screen, in its order; at most one per field. The card answers for itself. */
export function purchaseFailures(
  form: PurchaseForm,
  { isMember, isPeriodic, today, length }: Situation,
): FormFailure[] {
  const failures: FormFailure[] = []
  if (!isMember) failures.push(...ofMember(form, today, length))
  if (form.destination === String(DELIVERY_DESTINATION.other))
    failures.push(...issues(AddressForm.safeParse(toAddress(form.other)), 'other.'))
  if (form.note === FREE_NOTE && !form.note_text.trim())
    failures.push({ path: 'note_text', message: message('cmn-err-001', '置き場所') })
  if (isPeriodic && !toPattern(form.pattern)) failures.push(...ofPattern(form))
  if (!form.payment) failures.push({ path: 'payment', message: message('cmn-err-002', 'お支払い方法') })
  if (needsConsent(form) && !form.third_party_consent)
    failures.push({ path: 'third_party_consent', message: userMessage('third_party_consent_required') })
  if (!isMember && !form.agreed) failures.push({ path: 'agreed', message: userMessage('agreement_required') })
  return failures
}

function ofMember(form: PurchaseForm, today: CalendarDate, length: PasswordLength): FormFailure[] {
  const member = toMember(form.member, form.email, form.password)
  const birthday = member.birthday === NO_SUCH_DAY ? null : member.birthday
  const failures = issues(memberFormOf(length).safeParse({ ...member, birthday }), 'member.')
  const email_confirm = emailOf(form.email_confirm)
  const more = [
    ...memberFailures(member, today),
    ...confirmationFailures({ ...member, email_confirm, password_confirm: form.password_confirm }),
  ].map(({ path, message }) => ({ path: memberPath(path), message }))
  return unique([...failures, ...more])
}

type Parsed =
  | { success: true }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }

const issues = (parsed: Parsed, prefix: 'member.' | 'other.'): FormFailure[] =>
  parsed.success
    ? []
    : unique(
        parsed.error.issues.map(({ path, message }) => {
          const name = String(path[0])
          return {
            path: prefix === 'member.' ? memberPath(name) : `other.${formName(name)}`,
            message: text(name, message),
          }
        }),
      )

/** A number that isn't chosen has no words of its own. */
const text = (name: string, given: string) => (name === 'pref_id' ? message('cmn-err-002', '都道府県') : given)

/** The field of the screen in which the server's field is typed. */
export const formName = (name: string) =>
  name.startsWith('postal_code') ? 'postal_code' : name === 'birthday' ? 'birth_year' : name

/** `password` and `email`, each with its second field, stand beside the member's fields. */
export const memberPath = (name: string) =>
  /^(email|password)(_confirm)?$/.test(name) ? name : `member.${formName(name)}`

function ofPattern({ pattern }: PurchaseForm): FormFailure[] {
  const chosen = (field: 'day' | 'day_of_week', label: string) =>
    pattern[field] ? [] : [{ path: `pattern.${field}`, message: message('cmn-err-002', label) }]
  if (pattern.kind === '1') return chosen('day', 'お届け日')
  return pattern.kind === '2' ? chosen('day_of_week', '曜日') : []
}

const unique = (failures: FormFailure[]) =>
  failures.filter(({ path }, index) => failures.findIndex((other) => other.path === path) === index)
