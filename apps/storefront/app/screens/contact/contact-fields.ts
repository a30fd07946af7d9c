import type { Customer } from '@kushi/contract/customer'
import { ContactForm } from '@kushi/contract/form/contact'
import { sameAs } from '@kushi/values/field-rule'
import { message } from '@kushi/values/message'
import { normalizePhone } from '@kushi/values/phone'
import { stripCommas, toHalfWidth } from '@kushi/values/text'
import { emailOf } from '../../forms/email-of.ts'
import type { FormFailure } from '../purchase/form/purchase-form.ts'
import { kanaOf } from '../purchase/form/to-address.ts'

/** お問い合わせ while it is typed. The name stands where the shared fields of a name look for it. */
export interface ContactFields {
  member: { name01: string; name02: string; kana01: string; kana02: string }
  email: string
  email_confirm: string
  phone_number: string
  inquiry_category_id: string
  content: string
  terms_agreed: boolean
  privacy_agreed: boolean
  /** Made anew whenever the form is confirmed: what is sent twice from there is one inquiry. */
  idempotency_key: string
}

/** What to begin with: who is logged in isn't asked who they are. */
export function initialContact(customer: Customer | null | undefined): ContactFields {
  const email = customer?.email ?? ''
  return {
    member: {
      name01: customer?.name01 ?? '',
      name02: customer?.name02 ?? '',
      kana01: customer?.kana01 ?? '',
      kana02: customer?.kana02 ?? '',
    },
    email,
    email_confirm: email,
    phone_number: customer?.phone_number ?? '',
    inquiry_category_id: '',
    content: '',
    terms_agreed: false,
    privacy_agreed: false,
    idempotency_key: '',
  }
}

const text = (typed: string) => stripCommas(toHalfWidth(typed)).trim()

/** As it is sent. */
export function toContact(fields: ContactFields): ContactForm {
  const { member, inquiry_category_id, ...others } = fields
  return {
    ...others,
    name01: text(member.name01),
    name02: text(member.name02),
    kana01: kanaOf(member.kana01),
    kana02: kanaOf(member.kana02),
    email: emailOf(fields.email),
    email_confirm: emailOf(fields.email_confirm),
    phone_number: normalizePhone(fields.phone_number),
    inquiry_category_id: Number(inquiry_category_id),
    content: fields.content.trim(),
  }
}

/** The field in which the server's field is typed. */
export const contactPath = (name: string) => (/^(name|kana)0[12]$/.test(name) ? `member.${name}` : name)

/** What is missing or wrong, at most one per field, in the order of the screen. */
export function contactFailures(fields: ContactFields): FormFailure[] {
  const form = toContact(fields)
  const failures = (ContactForm.safeParse(form).error?.issues ?? [])
    .map(({ path: [name], message: told }) => ({
      path: contactPath(String(name)),
      // A number that isn't chosen has no words of its own.
      message: name === 'inquiry_category_id' ? message('cmn-err-002', 'お問い合わせの種類') : told,
    }))
    .filter(({ path }) => path !== 'idempotency_key')
  // The schema compares the two only once everything else is right.
  const other = sameAs('メールアドレス', 'メールアドレス(確認)', form.email)(form.email_confirm)
  if (other) failures.push({ path: 'email_confirm', message: other.message })
  return failures.filter(({ path }, index) => failures.findIndex((one) => one.path === path) === index)
}
