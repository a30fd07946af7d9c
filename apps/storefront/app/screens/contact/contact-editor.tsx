import { maxContent } from '@kushi/contract/form/contact'
import type { MasterData } from '@kushi/contract/setting'
import { normalizePhone } from '@kushi/values/phone'
import { FormProvider, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { failuresResolver } from '../../forms/failures-resolver.ts'
import { SubmitBar } from '../../forms/submit-bar.tsx'
import { useDraftedForm } from '../../forms/use-drafted-form.ts'
import { useSaving } from '../../forms/use-saving.ts'
import { newKey } from '../../state/new-key.ts'
import { useCustomer } from '../../state/session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormSection } from '../purchase/form/form-section.tsx'
import { NameFields } from '../purchase/form/name-fields.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { CONTACT_DRAFT, keepContact } from './contact-draft.ts'
import { type ContactFields, contactFailures, contactPath, initialContact } from './contact-fields.ts'
import { EmailFields } from './email-fields.tsx'

/** The form of an inquiry. What is typed stays on this device until it was sent. */
export function ContactEditor({ categories }: { categories: readonly MasterData[] }) {
  const navigate = useNavigate()
  const customer = useCustomer()
  const { form } = useDraftedForm<ContactFields>({
    name: CONTACT_DRAFT,
    initial: initialContact(customer),
    resolver: failuresResolver(contactFailures),
  })
  const { register, control, formState } = form
  const { errors } = formState
  const content = useWatch({ control, name: 'content' })
  const { submit, isPending, problem } = useSaving(form, {
    pathOf: contactPath,
    save: async (fields) => {
      keepContact({ ...fields, idempotency_key: newKey() })
      await navigate('/contact/confirm')
    },
  })
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-10">
        <FormSection title="お問い合わせの内容">
          <SelectField
            {...register('inquiry_category_id')}
            label="お問い合わせの種類"
            required
            placeholder="選択してください"
            options={categories.map(({ id, label }) => ({ value: String(id), label }))}
            error={errors.inquiry_category_id?.message}
          />
          <TextAreaField
            {...register('content')}
            label="お問い合わせ内容"
            required
            rows={8}
            hint={`ご注文についての場合は、ご注文番号もお書きください。${maxContent}文字まで${content && `(今 ${[...content].length}文字)`}`}
            error={errors.content?.message}
          />
        </FormSection>
        <FormSection title="お客様について">
          <NameFields part="member" />
          <EmailFields />
          <TextField
            {...register('phone_number')}
            label="電話番号"
            required={false}
            hint="ハイフンなし"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            error={errors.phone_number?.message}
            normalize={normalizePhone}
          />
        </FormSection>
        <ConsentFields />
        <SubmitBar label="入力内容を確認する" isPending={isPending} problem={problem} />
      </form>
    </FormProvider>
  )
}
