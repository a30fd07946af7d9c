import { LineContactForm } from '@kushi/contract/form/line-contact'
import { message } from '@kushi/values/message'
import type { FormFailure } from '../purchase/form/purchase-form.ts'

/** LINEからのお問い合わせ while it is typed. */
export interface LineContactFields {
  inquiry_category_id: string
  content: string
  terms_agreed: boolean
  privacy_agreed: boolean
}

export const initialLineContact: LineContactFields = {
  inquiry_category_id: '',
  content: '',
  terms_agreed: false,
  privacy_agreed: false,
}

/** As it is sent. */
export const toLineContact = (fields: LineContactFields): LineContactForm => ({
  ...fields,
  inquiry_category_id: Number(fields.inquiry_category_id),
  content: fields.content.trim(),
})

/** What is missing or wrong, in the order of the screen. */
export const lineContactFailures = (fields: LineContactFields): FormFailure[] =>
  (LineContactForm.safeParse(toLineContact(fields)).error?.issues ?? []).map(({ path: [name], message: told }) => ({
    path: String(name),
    // A number that isn't chosen has no words of its own.
    message: name === 'inquiry_category_id' ? message('cmn-err-002', 'お問い合わせの種類') : told,
  }))
