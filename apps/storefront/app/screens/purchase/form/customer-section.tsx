import { passwordHint } from '@kushi/values/password'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { emailOf } from '../../../forms/email-of.ts'
import { usePasswordLength } from '../../../shell/use-shell.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { BirthdayFields } from './birthday-fields.tsx'
import { ChoiceRow } from './choice-row.tsx'
import { CompanyFields } from './company-fields.tsx'
import { EmailField } from './email-field.tsx'
import { FormSection } from './form-section.tsx'
import { NameFields } from './name-fields.tsx'
import type { PurchaseForm } from './purchase-form.ts'
import { useFieldError } from './use-field-error.ts'

interface CustomerSectionProps {
  kind: PurchaseKind
  /** Where people hear of the shop; empty where the list could not be had. */
  sources: readonly { value: string; label: string }[]
  /** What is asked about the address. */
  children?: ReactNode
}

const accountTypes = [
  { value: 'personal', label: '個人' },
  { value: 'business', label: '法人' },
]
const sexes = [
  { value: '2', label: '女性' },
  { value: '1', label: '男性' },
  { value: '', label: '回答しない' },
]

/** お客様情報: who registers with this purchase. */
export function CustomerSection({ kind, sources, children }: CustomerSectionProps) {
  const { register, control, getValues, trigger } = useFormContext<PurchaseForm>()
  const errorOf = useFieldError()
  const length = usePasswordLength()
  const accountType = useWatch({ control, name: 'member.account_type' })
  return (
    <FormSection
      title="お客様情報"
      lead="ご入力の内容で会員登録をします。次からは、ログインするだけでご購入いただけます。"
    >
      <EmailField kind={kind} />
      <TextField
        {...register('email_confirm')}
        label="メールアドレス(確認)"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errorOf('email_confirm')}
        normalize={emailOf}
      />
      {children}
      <ChoiceRow {...register('member.account_type')} legend="ご利用の区分" options={accountTypes} />
      {accountType === 'business' && <CompanyFields />}
      <NameFields part="member" />
      <AddressFields part="member" />
      <PasswordField
        {...register('password', { onBlur: () => void (getValues('password_confirm') && trigger('password_confirm')) })}
        label="パスワード"
        required
        hint={`${passwordHint(length)}(英大文字・英小文字・数字をすべて含む)`}
        autoComplete="new-password"
        error={errorOf('password')}
      />
      <PasswordField
        {...register('password_confirm')}
        label="パスワード(確認)"
        required
        autoComplete="new-password"
        error={errorOf('password_confirm')}
      />
      <BirthdayFields />
      <ChoiceRow {...register('member.sex')} legend="性別" required={false} options={sexes} />
      {sources.length > 0 && (
        <SelectField
          {...register('member.where_did_you_know')}
          label="当店をお知りになったきっかけ"
          required={false}
          options={sources}
          placeholder="選択してください"
        />
      )}
      <CheckboxField {...register('member.mail_magazine_flag')} label="お得なお知らせをメールで受け取る" />
    </FormSection>
  )
}
