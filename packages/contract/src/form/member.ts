import * as rule from '@kushi/values/field-rule'
import * as z from 'zod/mini'
import { addressShape } from './address.ts'
import { field, optionalLineField } from './field.ts'

export const emailField = field(rule.required('メールアドレス'), rule.email('メールアドレス'))
export const passwordField = field(rule.required('パスワード'), rule.password('パスワード'))

const companyText = (label: string) => optionalLineField(rule.maxLength(label, 50), rule.registrable(label))

/** 会員情報: what a new member gives; business accounts add their company. */
export const memberShape = {
  ...addressShape,
  email: emailField,
  password: passwordField,
  birthday: z.nullable(z.iso.date()),
  /** 1 male, 2 female, null no answer. */
  sex: z.nullable(z.union([z.literal(1), z.literal(2)])),
  account_type: z.boolean(),
  company_name: companyText('会社名'),
  company_name_kana: companyText('会社名(かな)'),
  manager_name: companyText('ご担当者名'),
  manager_name_kana: companyText('ご担当者名(かな)'),
  where_did_you_know: z.nullable(z.int()),
  /** Consent to news by mail (特定電子メール法): never ticked beforehand. */
  mail_magazine_flag: z.boolean(),
}
export const MemberForm = z.object(memberShape)
export type MemberForm = z.infer<typeof MemberForm>

export const LoginForm = z.object({ email: emailField, password: field(rule.required('パスワード')) })
export type LoginForm = z.infer<typeof LoginForm>
