import type { MasterData } from '@kushi/contract/setting'
import { useRef } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { lineContactForm, noLineContact } from '../../form/contact.ts'
import { ConsentFields } from '../../form/fields/consent-fields.tsx'
import { QuestionFields } from '../../form/fields/question-fields.tsx'
import { Form, FormEnd } from '../../form/form.tsx'
import { useDraftedForm } from '../../form/use-drafted-form.ts'
import { useSaving } from '../../form/use-saving.ts'
import { browserLine } from '../../line/browser-line.ts'
import { masterData } from '../../master-data.ts'
import { useReplyText } from '../../parts/reply-text.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { newKey } from '../../state/new-key.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import type { Route } from './+types/line-contact.ts'
import { LineFrame, LineSkeleton, LineStart, NoLine } from './line-frame.tsx'

const TITLE = 'LINEでお問い合わせ'
export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

export async function clientLoader() {
  const isLoggedIn = browserLine.isLoggedIn()
  const categories = isLoggedIn ? await settle(masterData('inquiry_category')) : null
  return { isConfigured: browserLine.isConfigured(), isLoggedIn, categories }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <LineSkeleton title={TITLE} />

/** お問い合わせ that is answered in the LINE talk. */
export default function LineContact({ loaderData: { isConfigured, categories } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const reply = useReplyText()
  return (
    <LineFrame title={TITLE} lead={categories ? `ご返信は、LINEのトークに${reply}お送りします。` : undefined}>
      {!isConfigured && <NoLine />}
      {isConfigured && !categories && (
        <LineStart path="/line-contact">
          <p>LINEでログインすると、お名前やメールアドレスを入力せずに、お問い合わせいただけます。</p>
        </LineStart>
      )}
      {categories?.error && (
        <ErrorState text={categories.error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />
      )}
      {categories?.data && <LineContactEditor categories={categories.data} />}
    </LineFrame>
  )
}

/** The form: only the question, no data about the customer. The input stays on this device until it is sent. */
function LineContactEditor({ categories }: { categories: readonly MasterData[] }) {
  const navigate = useNavigate()
  const { form, forget } = useDraftedForm({
    name: 'line-contact',
    initial: noLineContact,
    codec: lineContactForm,
  })
  const sent = useRef({ what: '', key: '' })
  const { submit, isPending, problem } = useSaving(form, {
    save: async (question) => {
      const questionKey = JSON.stringify(question)
      // The same text sent again after a network failure is the same inquiry; a changed text is a new one.
      if (sent.current.what !== questionKey) sent.current = { what: questionKey, key: newKey() }
      const line_access_token = browserLine.getAccessToken() ?? ''
      const body = { ...question, line_access_token, idempotency_key: sent.current.key }
      const { inquiry_no } = await quietApi('POST /v1/inquiry/line/create', { body })
      forget()
      await navigate('/line-contact/completed', { replace: true, state: { inquiry_no } })
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)}>
      <div className="grid gap-5">
        <QuestionFields categories={categories} />
      </div>
      <ConsentFields />
      <FormEnd label="この内容で問い合わせる" isPending={isPending} problem={problem} />
    </Form>
  )
}
