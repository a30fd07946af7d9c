import { useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { failuresResolver } from '../../forms/failures-resolver.ts'
import { RestoredNotice } from '../../forms/restored-notice.tsx'
import { SubmitBar } from '../../forms/submit-bar.tsx'
import { useDraftedForm } from '../../forms/use-drafted-form.ts'
import { useSaving } from '../../forms/use-saving.ts'
import { newKey } from '../../state/new-key.ts'
import { useCustomer } from '../../state/session.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsentFields } from '../contact/consent-fields.tsx'
import { EmailFields } from '../contact/email-fields.tsx'
import { AddressFields } from '../purchase/form/address-fields.tsx'
import { FormSection } from '../purchase/form/form-section.tsx'
import { CompanyNameFields } from './company-name-fields.tsx'
import { initialSupplier, type SupplierFields, supplierFailures, supplierPath, toSupplier } from './supplier-fields.ts'

/** The form of an application. What is typed stays on this device until it was sent. */
export function SupplierEditor() {
  const navigate = useNavigate()
  const customer = useCustomer()
  const drafted = useDraftedForm<SupplierFields>({
    name: 'supplier',
    initial: initialSupplier(customer),
    resolver: failuresResolver(supplierFailures),
  })
  const { form } = drafted
  const { register, formState } = form
  const sent = useRef({ what: '', key: '' })
  const { submit, isPending, problem } = useSaving(form, {
    pathOf: supplierPath,
    save: async (fields) => {
      const what = JSON.stringify(fields)
      // The same application sent again after a cut line is one application; a changed one is another.
      if (sent.current.what !== what) sent.current = { what, key: newKey() }
      const body = { ...toSupplier(fields), idempotency_key: sent.current.key }
      const { inquiry_no } = await quietApi('POST /v1/supplier/apply', { body })
      drafted.forget()
      await navigate('/supplier/apply', { replace: true, state: { inquiry_no, email: body.email } })
    },
  })
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-10">
        <RestoredNotice isShown={drafted.isRestored} onStartOver={drafted.startOver} />
        <FormSection title="会社とご担当者">
          <CompanyNameFields />
        </FormSection>
        <FormSection title="ご住所・ご連絡先">
          <AddressFields part="member" />
          <EmailFields />
        </FormSection>
        <FormSection title="お取引について">
          <TextField
            {...register('site_url')}
            label="ホームページ"
            required={false}
            type="url"
            inputMode="url"
            placeholder="https://salon.example.jp"
            autoComplete="url"
            autoCapitalize="none"
            error={formState.errors.site_url?.message}
          />
          <TextAreaField
            {...register('content')}
            label="ご要望"
            required={false}
            rows={5}
            hint="お取り扱いになりたい商品や、店舗のご様子などをお書きください"
            error={formState.errors.content?.message}
          />
        </FormSection>
        <ConsentFields />
        <SubmitBar label="お取引を申し込む" isPending={isPending} problem={problem} />
      </form>
    </FormProvider>
  )
}
