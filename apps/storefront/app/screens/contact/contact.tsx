import type { MasterData } from '@kushi/contract/setting'
import { normalizePhone } from '@kushi/values/phone'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { contactForm, initialContact } from '../../form/contact.ts'
import { ConsentFields } from '../../form/fields/consent-fields.tsx'
import { EmailFields } from '../../form/fields/email-fields.tsx'
import { NameFields } from '../../form/fields/name-fields.tsx'
import { QuestionFields } from '../../form/fields/question-fields.tsx'
import { Form, FormEnd, FormSection } from '../../form/form.tsx'
import { useDraftedForm } from '../../form/use-drafted-form.ts'
import { useSaving } from '../../form/use-saving.ts'
import { masterData } from '../../master-data.ts'
import { useReplyText } from '../../parts/reply-text.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { useShop } from '../../shell/use-shell.ts'
import { environment } from '../../state/environment.ts'
import { newKey } from '../../state/new-key.ts'
import { useCustomer } from '../../state/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Route } from './+types/contact.ts'
import { CONTACT_DRAFT, saveContactDraft } from './contact-draft.ts'
import { ContactFrame } from './contact-frame.tsx'
import { ContactSkeleton } from './contact-skeleton.tsx'
import { Photographs } from './photographs.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お問い合わせ')

export const clientLoader = () => settle(masterData('inquiry_category'))
clientLoader.hydrate = true as const

export const HydrateFallback = ContactSkeleton

/** お問い合わせ: the first of three steps. */
export default function Contact({ loaderData: { data, error } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <ContactFrame step={0} title="お問い合わせ" lead={`メールで、${useReplyText()}お返事します。`}>
      <div className="grid gap-10">
        <ContactWays />
        {error && <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />}
        {data && <ContactEditor categories={data} />}
      </div>
    </ContactFrame>
  )
}

/** Alternatives that may be quicker than writing. */
function ContactWays() {
  const shop = useShop()
  return (
    <p className="text-sm text-muted">
      <Link to="/contents/faq.html" className="text-link text-ink">
        よくあるご質問
      </Link>
      に答えがあるかもしれません。
      {(environment()?.line_requirement ?? 'none') !== 'none' && (
        <>
          <Link to="/line-contact" className="text-link text-ink">
            LINEからのお問い合わせ
          </Link>
          は、トークにお返事します。
        </>
      )}
      {shop?.phone_number && (
        <>
          お急ぎのときと退会のお手続きは、お電話(
          <a
            href={`tel:${shop.phone_number.replace(/[^\d+]/g, '')}`}
            className="text-link numeric whitespace-nowrap text-ink"
          >
            {shop.phone_number}
          </a>
          )で承ります。
        </>
      )}
    </p>
  )
}

/** The form of an inquiry. The input stays on this device until it is sent. */
function ContactEditor({ categories }: { categories: readonly MasterData[] }) {
  const navigate = useNavigate()
  const customer = useCustomer()
  const { form } = useDraftedForm({
    name: CONTACT_DRAFT,
    initial: initialContact(customer),
    codec: contactForm,
  })
  const { register, formState } = form
  const { errors } = formState
  const { submit, isPending, problem } = useSaving(form, {
    save: async () => {
      saveContactDraft({ ...form.getValues(), idempotency_key: newKey() })
      await navigate('/contact/confirm')
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)}>
      <FormSection title="お問い合わせの内容">
        <QuestionFields categories={categories} />
        <Photographs />
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
