import * as rule from '@kushi/values/field-rule'
import { fieldRuleMessage } from '@kushi/values/message'
import { prefectures } from '@kushi/values/prefecture'
import * as z from 'zod/mini'
import { choiceField, field, optionalPrintedField, phoneField, printedField } from './field.ts'

const name = (label: string) => printedField(rule.required(label), rule.maxLength(label, 20), rule.registrable(label))
const kana = (label: string) => printedField(rule.required(label), rule.hiragana(label), rule.maxLength(label, 40))

export const nameShape = { name01: name('姓'), name02: name('名'), kana01: kana('せい'), kana02: kana('めい') }

/** An empty second part is reported as an incomplete postcode (003), not as a missing one. */
const notCutOff: rule.FieldRule = (value) =>
  value.trim() === ''
    ? { message_id: 'cmn-err-003', message: fieldRuleMessage('cmn-err-003', '郵便番号', '半角数字3桁と4桁') }
    : null

/** お届け先: the fields of an address. Forms, address book, registration, orders and subscriptions share this schema. */
export const addressShape = {
  ...nameShape,
  postal_code01: field(rule.required('郵便番号'), rule.postalCode01('郵便番号')),
  postal_code02: field(notCutOff, rule.postalCode02('郵便番号')),
  pref_id: choiceField('都道府県', prefectures.length),
  addr01: printedField(rule.required('市区町村'), rule.maxLength('市区町村', 60), rule.registrable('市区町村')),
  addr02: printedField(rule.required('番地'), rule.maxLength('番地', 60), rule.registrable('番地')),
  addr03: optionalPrintedField(rule.maxLength('建物名・部屋番号', 60), rule.registrable('建物名・部屋番号')),
  phone_number: phoneField(rule.required('電話番号'), rule.phone('電話番号')),
}
export const AddressForm = z.object(addressShape)
export type AddressForm = z.infer<typeof AddressForm>
