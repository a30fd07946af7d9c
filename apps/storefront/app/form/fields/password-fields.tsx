import { passwordHint } from '@kushi/values/password'
import { useFormContext } from 'react-hook-form'
import { PasswordField } from '../../ui/password-field.tsx'
import type { MemberFields } from '../member.ts'
import { useFields } from '../use-fields.ts'
import { usePasswordLength } from '../use-password-length.ts'

interface PasswordFieldsProps {
  at?: string
  label: string
  /** Left out if every field is required: then none is marked. */
  required?: boolean
}

/** A new password, typed twice. A password manager fills both fields. */
export function PasswordFields({ at = '', label, required }: PasswordFieldsProps) {
  const { getValues, trigger } = useFormContext()
  const { field, pathOf } = useFields<MemberFields>(at)
  const confirm = pathOf('password_confirm')
  const common = { required, autoComplete: 'new-password' }
  return (
    <>
      <PasswordField
        {...field('password', { onBlur: () => void (getValues(confirm) && trigger(confirm)) })}
        {...common}
        label={label}
        hint={`${passwordHint(usePasswordLength())}。大文字・小文字・数字を混ぜてください`}
      />
      <PasswordField {...field('password_confirm')} {...common} label={`${label}(確認)`} />
    </>
  )
}

/** The current password, to verify the member. */
export function PasswordProof() {
  const { field } = useFields<MemberFields>()
  return (
    <PasswordField
      {...field('password')}
      label="パスワード"
      required
      hint="ご本人の確認のため、いまのパスワードを入力してください"
      autoComplete="current-password"
    />
  )
}
