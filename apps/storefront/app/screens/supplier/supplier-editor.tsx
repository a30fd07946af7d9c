import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { AddressFields } from '../../form/fields/address-fields.tsx'
import { ConsentFields } from '../../form/fields/consent-fields.tsx'
import { EmailFields } from '../../form/fields/email-fields.tsx'
import { Form, FormEnd, FormSection, RestoredNotice } from '../../form/form.tsx'
import { spacedKana } from '../../form/kana.ts'
import { initialSupplier, type SupplierFields, supplierForm } from '../../form/supplier.ts'
import { useDraftedForm } from '../../form/use-drafted-form.ts'
import { useFields } from '../../form/use-fields.ts'
import { useSaving } from '../../form/use-saving.ts'
import { collapseSpaces } from '../../form/writing.ts'
import { newKey } from '../../state/new-key.ts'
import { useCustomer } from '../../state/session.ts'
import { TextAreaField, TextField } from '../../ui/text-field.tsx'

/** The form of an application. The input stays on this device until it is sent. */
export function SupplierEditor() {
  const navigate = useNavigate()
  const customer = useCustomer()
  const drafted = useDraftedForm({
    name: 'supplier',
    initial: initialSupplier(customer),
    codec: supplierForm,
  })
  const { form } = drafted
  const { register, formState } = form
  const sent = useRef({ what: '', key: '' })
  const { submit, isPending, problem } = useSaving(form, {
    save: async (application) => {
      const applicationKey = JSON.stringify(application)
      // The same application sent again after a network failure is one application; a changed one is a new one.
      if (sent.current.what !== applicationKey) sent.current = { what: applicationKey, key: newKey() }
      const body = { ...application, idempotency_key: sent.current.key }
      const { inquiry_no } = await quietApi('POST /v1/supplier/apply', { body })
      drafted.forget()
      await navigate('/supplier/apply', { replace: true, state: { inquiry_no, email: body.email } })
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)}>
      <RestoredNotice isShown={drafted.isRestored} onStartOver={drafted.startOver} />
      <FormSection title="会社とご担当者">
        <CompanyNameFields />
      </FormSection>
      <FormSection title="ご住所・ご連絡先">
        <AddressFields />
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
      <FormEnd label="お取引を申し込む" isPending={isPending} problem={problem} />
    </Form>
  )
}

/** 会社名 and the name of the person in charge. The name must contain a space, as in the shop's lists. */
function CompanyNameFields() {
  const { field } = useFields<SupplierFields>()
  return (
    <>
      <TextField
        {...field('company_name')}
        label="会社名"
        required
        hint="屋号や店舗名でもお申し込みいただけます"
        placeholder="株式会社 椿野"
        autoComplete="organization"
        normalize={(typed) => typed.trim()}
      />
      <TextField
        {...field('name')}
        label="お名前"
        required
        hint="ご担当の方。姓と名の間を空けてください"
        placeholder="山田 花子"
        autoComplete="name"
        normalize={collapseSpaces}
      />
      <TextField
        {...field('name_kana')}
        label="お名前(かな)"
        required
        hint="せいとめいの間を空けてください"
        placeholder="やまだ はなこ"
        autoComplete="off"
        normalize={spacedKana}
      />
    </>
  )
}
