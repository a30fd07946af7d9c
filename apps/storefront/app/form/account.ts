import { emailField, LoginForm } from '@kushi/contract/form/member'
import { confirmationFailures } from '@kushi/contract/form/member-rules'
import {
  ChangeEmailForm,
  type ChangePasswordForm,
  changePasswordFormOf,
  resetPasswordFormOf,
} from '@kushi/contract/form/password'
import type { PasswordLength } from '@kushi/values/password'
import * as z from 'zod/mini'
import { formOf } from './codec.ts'
import { normalizeEmail } from './writing.ts'

const withEmail = <T extends { email: string }>(typed: T): T => ({ ...typed, email: normalizeEmail(typed.email) })
const unchanged = <T>(typed: T): T => typed

export const loginForm = formOf({ write: withEmail<LoginForm>, schema: LoginForm })

/** Only an e-mail address: of a new customer, or of a member who forgot the password. */
export const emailForm = formOf({ write: withEmail<{ email: string }>, schema: z.object({ email: emailField }) })

export const changeEmailForm = formOf({ write: withEmail<ChangeEmailForm>, schema: ChangeEmailForm })

/** The shop sets the length of passwords. */
export const changePasswordForm = (length: PasswordLength) =>
  formOf({
    write: unchanged<ChangePasswordForm>,
    schema: changePasswordFormOf(length),
    extraChecks: confirmationFailures,
  })

interface ResetFields {
  password: string
  password_confirm: string
  token: string
}

export const resetPasswordForm = (length: PasswordLength) =>
  formOf({ write: unchanged<ResetFields>, schema: resetPasswordFormOf(length), extraChecks: confirmationFailures })
