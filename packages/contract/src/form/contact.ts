import * as rule from '@kushi/values/field-rule'
import { userMessage } from '@kushi/values/user-message'
import * as z from 'zod/mini'
import { addressShape, nameShape } from './address.ts'
import {
  choiceField,
  field,
  lineField,
  optionalField,
  optionalLineField,
  optionalParagraphsField,
  paragraphsField,
} from './field.ts'
import { emailField } from './member.ts'

/** Longest お問い合わせ内容. */
export const maxContent = 2000

const emailConfirmLabel = 'メールアドレス(確認)'
/** 同意: not given is told as the rule of the form, not as a missing field. */
const agreement = z.boolean({ error: () => userMessage('agreement_required') }).check((ctx) => {
  if (ctx.value) return
  const message = userMessage('agreement_required')
  ctx.issues.push({ code: 'custom', input: ctx.value, message, params: { message_id: 'agreement_required' } })
})
const agreementShape = { terms_agreed: agreement, privacy_agreed: agreement }

const emailShape = { email: emailField, email_confirm: field(rule.required(emailConfirmLabel)) }

/** The same address twice: 015 at the second field. */
const sameEmail = z.check<{ email: string; email_confirm: string }>((ctx) => {
  const broken = rule.sameAs('メールアドレス', emailConfirmLabel, ctx.value.email)(ctx.value.email_confirm)
  if (!broken) return
  const { message, message_id } = broken
  ctx.issues.push({ code: 'custom', input: ctx.value, path: ['email_confirm'], message, params: { message_id } })
})

/** The client's key: the same key is the same request. */
const idempotency_key = z.string().check(z.regex(/^[\w-]{16,64}$/))

/** お問い合わせ, wherever it is written. */
export const questionShape = {
  ...agreementShape,
  inquiry_category_id: choiceField('お問い合わせの種類', 9999),
  content: paragraphsField(rule.required('お問い合わせ内容'), rule.maxLength('お問い合わせ内容', maxContent)),
}

/** お問い合わせ by mail, as it is typed. */
export const contactShape = {
  ...nameShape,
  ...emailShape,
  ...questionShape,
  phone_number: optionalField(rule.phone('電話番号')),
}
export const ContactForm = z.object({ ...contactShape, idempotency_key }).check(sameEmail)
export type ContactForm = z.infer<typeof ContactForm>

const { name01: _1, name02: _2, kana01: _3, kana02: _4, ...addressOnly } = addressShape
const kanaOfName = (value: string) => rule.hiragana('お名前(かな)')(value.replace(/[ 　]/g, ''))

/** 卸のお取引のお申し込み, as it is typed. A manager may stand in brackets behind the company: 「会社名(担当者名)」. */
export const supplierShape = {
  company_name: lineField(
    rule.required('会社名'),
    rule.companyName('会社名'),
    rule.maxLength('会社名', 80),
    rule.registrable('会社名'),
  ),
  /** Last and first name with a space between: 「山田 花子」. */
  name: lineField(
    rule.required('お名前'),
    rule.spacedName('お名前'),
    rule.maxLength('お名前', 40),
    rule.registrable('お名前'),
  ),
  name_kana: lineField(
    rule.required('お名前(かな)'),
    rule.spacedName('お名前(かな)'),
    kanaOfName,
    rule.maxLength('お名前(かな)', 80),
  ),
  ...addressOnly,
  ...emailShape,
  ...agreementShape,
  /** ホームページ, if there is one. */
  site_url: optionalLineField(rule.maxLength('ホームページ', 200), rule.webAddress('ホームページ')),
  content: optionalParagraphsField(rule.maxLength('ご要望', maxContent)),
}
export const SupplierForm = z.object({ ...supplierShape, idempotency_key }).check(sameEmail)
export type SupplierForm = z.infer<typeof SupplierForm>
