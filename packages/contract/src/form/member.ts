import { SEX } from '@kushi/values/account'
import * as rule from '@kushi/values/field-rule'
import { PASSWORD_MAX_RANGE, type PasswordLength } from '@kushi/values/password'
import { userMessage } from '@kushi/values/user-message'
import * as z from 'zod/mini'
import { addressShape } from './address.ts'
import { field, optionalPrintedField } from './field.ts'

export const emailField = field(rule.required('メールアドレス'), rule.email('メールアドレス'))
const passwordLabel = 'パスワード'
/**
 * 新しいパスワード, with the length that the shop requires. The contract serves every
 * shop, so there the handlers check the length.
 */
export const newPasswordField = (length?: PasswordLength) =>
  field(
    rule.required(passwordLabel),
    length ? rule.password(passwordLabel, length) : rule.maxLength(passwordLabel, PASSWORD_MAX_RANGE.to),
  )

const companyText = (label: string) => optionalPrintedField(rule.maxLength(label, 50), rule.registrable(label))

/** 会員情報: the fields of a new member; business accounts add their company. */
export const memberShape = {
  ...addressShape,
  email: emailField,
  password: newPasswordField(),
  birthday: z.nullable(z.iso.date({ error: () => userMessage('invalid', '生年月日') })),
  /** 1 male, 2 female, null no answer. */
  sex: z.nullable(z.union([z.literal(SEX.male), z.literal(SEX.female)])),
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
/** The schema of a new member for a screen, which knows the password length of its shop. */
export const memberFormOf = (shop: PasswordLength) => z.object({ ...memberShape, password: newPasswordField(shop) })

/** 確認コード, as it was typed. */
export const deviceCodeField = z.string().check(
  z.maxLength(40),
  z.overwrite((typed) => typed.normalize('NFKC').replace(/[\s-]/g, '')),
  z.regex(/^\d{6}$/, { error: '6桁の数字を入力してください。' }),
)

export const LoginForm = z.object({
  email: emailField,
  password: field(rule.required(passwordLabel)),
  device_code: z.optional(deviceCodeField),
})
export type LoginForm = z.infer<typeof LoginForm>
