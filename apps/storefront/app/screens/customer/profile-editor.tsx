import type { Customer } from '@kushi/contract/customer'
import { FormProvider, useWatch } from 'react-hook-form'
import { quietApi } from '../../api.ts'
import { failuresResolver } from '../../forms/failures-resolver.ts'
import { RestoredNotice } from '../../forms/restored-notice.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { useDraftedForm } from '../../forms/use-drafted-form.ts'
import { useSaving } from '../../forms/use-saving.ts'
import { toast } from '../../state/toast.ts'
import { today } from '../../today.ts'
import { AddressFields } from '../purchase/form/address-fields.tsx'
import { BirthdayFields } from '../purchase/form/birthday-fields.tsx'
import { ChoiceRow } from '../purchase/form/choice-row.tsx'
import { CompanyFields } from '../purchase/form/company-fields.tsx'
import { countErrors } from '../purchase/form/count-errors.ts'
import { FormSection } from '../purchase/form/form-section.tsx'
import { NameFields } from '../purchase/form/name-fields.tsx'
import { Consents } from './consents.tsx'
import { type ProfileFields, pathOf, profileFailures, toBody, toFields } from './profile-form.ts'

interface ProfileEditorProps {
  customer: Customer
  onSaved: (customer: Customer) => void
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

/** お客様情報 and consents, saved together. */
export function ProfileEditor({ customer, onSaved }: ProfileEditorProps) {
  const drafted = useDraftedForm<ProfileFields>({
    name: 'customer',
    initial: toFields(customer),
    resolver: failuresResolver((fields) => profileFailures(fields, customer, today())),
  })
  const { form } = drafted
  const isBusiness = useWatch({ control: form.control, name: 'member.account_type' }) === 'business'
  const { submit, isPending, problem } = useSaving(form, {
    pathOf,
    save: async (fields) => {
      const changed = await quietApi('PUT /v1/customer/{id}/update', {
        params: { id: customer.id },
        body: toBody(fields),
      })
      drafted.forget()
      toast('会員情報を変更しました')
      onSaved(changed)
    },
  })
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-10">
        <RestoredNotice isShown={drafted.isRestored} onStartOver={drafted.startOver} />
        <FormSection
          title="お客様情報"
          lead="ご注文の控えやご連絡に使います。お届け先と定期便のご住所は、それぞれの画面で変更できます。"
        >
          <ChoiceRow {...form.register('member.account_type')} legend="ご利用の区分" options={accountTypes} />
          {isBusiness && <CompanyFields />}
          <NameFields part="member" />
          <AddressFields part="member" />
          <BirthdayFields />
          <ChoiceRow {...form.register('member.sex')} legend="性別" required={false} options={sexes} />
        </FormSection>
        <Consents isLinked={customer.line_id !== null} />
        <SaveBar
          wrong={countErrors(form.formState.errors)}
          label="変更を保存する"
          isPending={isPending}
          problem={problem}
          cancelTo="/mypage"
        />
      </form>
    </FormProvider>
  )
}
