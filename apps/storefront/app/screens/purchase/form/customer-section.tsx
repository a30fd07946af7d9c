import { CONSENT_LABEL } from '@kushi/values/consent'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { AddressFields } from '../../../form/fields/address-fields.tsx'
import { BirthdayFields } from '../../../form/fields/birthday-fields.tsx'
import { AccountTypeRow, SexRow } from '../../../form/fields/choice-row.tsx'
import { CompanyFields } from '../../../form/fields/company-fields.tsx'
import { EmailConfirmField } from '../../../form/fields/email-fields.tsx'
import { NameFields } from '../../../form/fields/name-fields.tsx'
import { PasswordFields } from '../../../form/fields/password-fields.tsx'
import { FoldedPart } from '../../../form/folded-part.tsx'
import { FormSection } from '../../../form/form.tsx'
import type { MemberFields } from '../../../form/member.ts'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { useFields } from '../../../form/use-fields.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { EmailField } from './email-field.tsx'

interface CustomerSectionProps {
  kind: PurchaseKind
  /** お知りになったきっかけ; empty if the list could not be loaded. */
  sources: readonly { value: string; label: string }[]
  /** Shown inside the section, about the address. */
  children?: ReactNode
}

const at = 'member.'

/** お客様情報: the data of the guest who registers with this purchase. */
export function CustomerSection({ kind, sources, children }: CustomerSectionProps) {
  const { field } = useFields<MemberFields>(at)
  const accountType = useWatch<PurchaseFields, 'member.account_type'>({ name: 'member.account_type' })
  return (
    <FormSection
      title="お客様情報"
      lead="ご入力の内容で会員登録をします。次からは、ログインするだけでご購入いただけます。18歳未満の方は、保護者の同意を得てからご登録ください。"
    >
      <EmailField kind={kind} />
      <EmailConfirmField at={at} />
      {children}
      <AccountTypeRow at={at} />
      {accountType === 'business' && <CompanyFields at={at} />}
      <NameFields at={at} />
      <AddressFields at={at} />
      <PasswordFields at={at} label="パスワード" required />
      <AboutYou>
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
      </AboutYou>
      <CheckboxField {...field('mail_magazine_flag')} label={CONSENT_LABEL.mail_at_purchase} />
    </FormSection>
  )
}

/** Optional fields, collapsed. Open if they have a value or an error. 会員情報 also offers them later. */
function AboutYou({ children }: { children: ReactNode }) {
  const { getValues } = useFormContext<{ member: MemberFields }>()
  const { errorOf } = useFields<MemberFields>(at)
  const { birthday, sex, where_did_you_know } = getValues('member')
  return (
    <FoldedPart
      title="お客様について"
      isFilled={[...Object.values(birthday), sex, where_did_you_know].some(Boolean)}
      hasError={Boolean(errorOf('birthday'))}
    >
      {() => children}
    </FoldedPart>
  )
}
