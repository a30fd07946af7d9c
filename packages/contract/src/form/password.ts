import * as rule from '@kushi/values/field-rule'
import type { PasswordLength } from '@kushi/values/password'
import * as z from 'zod/mini'
import { field } from './field.ts'
import { emailField, newPasswordField } from './member.ts'

const label = 'パスワード'
const confirmLabel = 'パスワード(確認)'

type Pair = { password: string; password_confirm: string }

/** Both passwords must match: error 015 at the second field. */
const samePassword = z.check<Pair>((ctx) => {
  const { password, password_confirm } = ctx.value
  const broken = rule.sameAs(label, confirmLabel, password)(password_confirm)
  if (broken)
    ctx.issues.push({
      code: 'custom',
      input: password_confirm,
      path: ['password_confirm'],
      message: broken.message,
      params: { message_id: broken.message_id },
    })
})

const pairShape = (length?: PasswordLength) => ({
  password: newPasswordField(length),
  password_confirm: field(rule.required(confirmLabel)),
})

/** パスワードの再設定, from a link in a mail. An empty token has its own error code, 8004. */
export const resetPasswordFormOf = (shop?: PasswordLength) =>
  z.object({ ...pairShape(shop), token: z._default(z.string().check(z.maxLength(200)), '') }).check(samePassword)
export const ResetPasswordForm = resetPasswordFormOf()

/** パスワードの変更, by a member who knows the current one. */
export const changePasswordFormOf = (shop?: PasswordLength) =>
  z.object({ ...pairShape(shop), current_password: field(rule.required('現在のパスワード')) }).check(samePassword)
export const ChangePasswordForm = changePasswordFormOf()
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>

/** メールアドレスの変更: confirmed by the password and by a mail to the new address. */
export const ChangeEmailForm = z.object({ email: emailField, password: field(rule.required(label)) })
export type ChangeEmailForm = z.infer<typeof ChangeEmailForm>

/** 退会, by a member who knows the password. */
export const WithdrawForm = z.object({ password: field(rule.required(label)) })
export type WithdrawForm = z.infer<typeof WithdrawForm>
