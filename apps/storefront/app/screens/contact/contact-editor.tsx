import type { MasterData } from '@kushi/contract/setting'
import { normalizePhone } from '@kushi/values/phone'
import { useNavigate } from 'react-router'
import { contactForm, firstContact } from '../../form/contact.ts'
import { ConsentFields } from '../../form/fields/consent-fields.tsx'
import { EmailFields } from '../../form/fields/email-fields.tsx'
import { NameFields } from '../../form/fields/name-fields.tsx'
import { QuestionFields } from '../../form/fields/question-fields.tsx'
import { Form, FormEnd } from '../../form/form.tsx'
import { FormSection } from '../../form/form-section.tsx'
import { useDraftedForm } from '../../form/use-drafted-form.ts'
import { useSaving } from '../../form/use-saving.ts'
import { newKey } from '../../state/new-key.ts'
import { useCustomer } from '../../state/session.ts'
import { TextField } from '../../ui/text-field.tsx'
import { CONTACT_DRAFT, keepContact } from './contact-draft.ts'

/** The form of an inquiry. The input stays on this device until it is sent. */
export function ContactEditor({ categories }: { categories: readonly MasterData[] }) {
  const navigate = useNavigate()
  const customer = useCustomer()
  const { form } = useDraftedForm({
    name: CONTACT_DRAFT,
    initial: firstContact(customer),
    codec: contactForm,
  })
  const { register, formState } = form
  const { errors } = formState
  const { submit, isPending, problem } = useSaving(form, {
    save: async () => {
      keepContact({ ...form.getValues(), idempotency_key: newKey() })
      await navigate('/contact/confirm')
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)}>
      <FormSection title="お問い合わせの内容">
        <QuestionFields categories={categories} />
      </FormSection>
      <FormSection title="お客様について">
        <NameFields />
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
      <FormEnd label="入力内容を確認する" isPending={isPending} problem={problem} />
    </Form>
  )
}
