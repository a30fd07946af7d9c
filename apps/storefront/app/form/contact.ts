import type { Customer } from '@kushi/contract/customer'
import { mailInquiryShape } from '@kushi/contract/form/contact'
import { LineContactForm } from '@kushi/contract/form/line-contact'
import { confirmationFailures } from '@kushi/contract/form/member-rules'
import { normalizePhone } from '@kushi/values/phone'
import * as z from 'zod/mini'
import { formOf } from './codec.ts'
import { kanaOf } from './kana.ts'
import { normalizeEmail, normalizePrintable } from './writing.ts'

/** Form values of an お問い合わせ from LINE. */
export interface LineContactFields {
  inquiry_category_id: string
  content: string
  terms_agreed: boolean
  privacy_agreed: boolean
}

/** Form values of an お問い合わせ. */
export interface ContactFields extends LineContactFields {
  name01: string
  name02: string
  kana01: string
  kana02: string
  email: string
  email_confirm: string
  phone_number: string
  /** Generated at each confirmation of the form. Sending twice from there creates one inquiry. */
  idempotency_key: string
}

export const noLineContact: LineContactFields = {
  inquiry_category_id: '',
  content: '',
  terms_agreed: false,
  privacy_agreed: false,
}

/** Initial values, filled with a member's data. */
export const initialContact = (customer: Customer | null | undefined): ContactFields => ({
  ...noLineContact,
  name01: customer?.name01 ?? '',
  name02: customer?.name02 ?? '',
  kana01: customer?.kana01 ?? '',
  kana02: customer?.kana02 ?? '',
  email: customer?.email ?? '',
  email_confirm: customer?.email ?? '',
  phone_number: customer?.phone_number ?? '',
  idempotency_key: '',
})

const question = ({ inquiry_category_id, content, terms_agreed, privacy_agreed }: LineContactFields) => ({
  inquiry_category_id: Number(inquiry_category_id),
  content: content.trim(),
  terms_agreed,
  privacy_agreed,
})

export const lineContactForm = formOf({ write: question, schema: LineContactForm })

/** お問い合わせ. The idempotency key is added when it is sent. */
export const contactForm = formOf({
  write: (typed: ContactFields) => ({
    ...question(typed),
    name01: normalizePrintable(typed.name01),
    name02: normalizePrintable(typed.name02),
    kana01: kanaOf(typed.kana01),
    kana02: kanaOf(typed.kana02),
    email: normalizeEmail(typed.email),
    email_confirm: normalizeEmail(typed.email_confirm),
    phone_number: normalizePhone(typed.phone_number),
  }),
  schema: z.object(mailInquiryShape),
  extraChecks: confirmationFailures,
})
