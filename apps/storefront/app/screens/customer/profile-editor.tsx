import type { Customer } from '@kushi/contract/customer'
import { ADVERT_CONSENT_LEAD_TEXT, CONSENT_LABEL } from '@kushi/values/consent'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { quietApi } from '../../api.ts'
import { AddressFields } from '../../form/fields/address-fields.tsx'
import { BirthdayFields } from '../../form/fields/birthday-fields.tsx'
import { AccountTypeRow, SexRow } from '../../form/fields/choice-row.tsx'
import { CompanyFields } from '../../form/fields/company-fields.tsx'
import { NameFields } from '../../form/fields/name-fields.tsx'
import { Form, FormEnd, FormSection, RestoredNotice } from '../../form/form.tsx'
import { profileForm, typedProfile } from '../../form/profile.ts'
import { useDraftedForm } from '../../form/use-drafted-form.ts'
import { useSaving } from '../../form/use-saving.ts'
import { toast } from '../../state/toast.ts'
import { today } from '../../today.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'

interface ProfileEditorProps {
  customer: Customer
  onSaved: (customer: Customer) => void
}

/** お客様情報 and consents in one form. */
export function ProfileEditor({ customer, onSaved }: ProfileEditorProps) {
  const drafted = useDraftedForm({
    name: 'customer',
    initial: typedProfile(customer),
    codec: profileForm(customer, today()),
  })
  const { form } = drafted
  const isBusiness = useWatch({ control: form.control, name: 'account_type' }) === 'business'
  const { submit, isPending, problem } = useSaving(form, {
    save: async (body) => {
      const changed = await quietApi('PUT /v1/customer/{id}/update', { params: { id: customer.id }, body })
      drafted.forget()
      toast('会員情報を変更しました')
      onSaved(changed)
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)}>
      <RestoredNotice isShown={drafted.isRestored} onStartOver={drafted.startOver} />
      <FormSection
        title="お客様情報"
        lead="ご注文の控えやご連絡に使います。お届け先と定期便のご住所は、それぞれの画面で変更できます。"
      >
        <AccountTypeRow />
        {isBusiness && <CompanyFields />}
        <NameFields />
        <AddressFields />
        <BirthdayFields />
        <SexRow />
      </FormSection>
      {/* 特定電子メール法: consent to news, per channel. Messages about orders are always sent. */}
      <FormSection title="お知らせの受け取り" lead={ADVERT_CONSENT_LEAD_TEXT}>
        <div className="grid gap-2">
          <CheckboxField {...form.register('mail_magazine_flag')} label={CONSENT_LABEL.mail_in_profile} />
          <CheckboxField
            {...form.register('line_magazine_flag')}
            label={CONSENT_LABEL.line_in_profile}
            hint={customer.line_id === null ? 'LINEと連携すると、お送りできます' : undefined}
          />
        </div>
        <p>
          <Link to="/mypage/customer/consents" className="text-link inline-flex min-h-tap items-center">
            これまでの同意の記録を見る
          </Link>
        </p>
      </FormSection>
      <FormEnd label="変更を保存する" isPending={isPending} problem={problem} cancelTo="/mypage" />
    </Form>
  )
}
