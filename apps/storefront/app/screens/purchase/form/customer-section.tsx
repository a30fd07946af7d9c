import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { AddressFields } from '../../../form/fields/address-fields.tsx'
import { BirthdayFields } from '../../../form/fields/birthday-fields.tsx'
import { AccountTypeRow, SexRow } from '../../../form/fields/choice-row.tsx'
import { CompanyFields } from '../../../form/fields/company-fields.tsx'
import { EmailConfirmField } from '../../../form/fields/email-fields.tsx'
import { NameFields } from '../../../form/fields/name-fields.tsx'
import { PasswordFields } from '../../../form/fields/password-fields.tsx'
import { FormSection } from '../../../form/form-section.tsx'
import type { MemberFields } from '../../../form/member.ts'
import { useFields } from '../../../form/use-fields.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { EmailField } from './email-field.tsx'

interface CustomerSectionProps {
  kind: PurchaseKind
  /** Where people hear of the shop; empty where the list could not be had. */
  sources: readonly { value: string; label: string }[]
  /** What is asked about the address. */
  children?: ReactNode
}

const at = 'member.'

/** お客様情報: who registers with this purchase. */
export function CustomerSection({ kind, sources, children }: CustomerSectionProps) {
  const { field } = useFields<MemberFields>(at)
  const accountType = useWatch({ name: 'member.account_type' })
  return (
    <FormSection
      title="お客様情報"
      lead="ご入力の内容で会員登録をします。次からは、ログインするだけでご購入いただけます。"
    >
      <EmailField kind={kind} />
      <EmailConfirmField at={at} />
      {children}
      <AccountTypeRow at={at} />
      {accountType === 'business' && <CompanyFields at={at} />}
      <NameFields at={at} />
      <AddressFields at={at} />
      <PasswordFields at={at} label="パスワード" required />
      <BirthdayFields at={at} />
      <SexRow at={at} />
      {sources.length > 0 && (
        <SelectField
          {...field('where_did_you_know')}
          label="当店をお知りになったきっかけ"
          required={false}
          options={sources}
          placeholder="選択してください"
        />
      )}
      <CheckboxField {...field('mail_magazine_flag')} label="お得なお知らせをメールで受け取る" />
    </FormSection>
  )
}
