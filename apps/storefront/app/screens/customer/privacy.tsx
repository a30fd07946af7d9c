import { zodResolver } from '@hookform/resolvers/zod'
import { PrivacyForm as Schema } from '@kushi/contract/form/privacy'
import type { MemberPrivacyRequest } from '@kushi/contract/privacy'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { PRIVACY_KIND_NAME, PRIVACY_KINDS, PRIVACY_STATE_NAME, type PrivacyKind } from '@kushi/values/privacy-request'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { PasswordProof } from '../../form/fields/password-fields.tsx'
import { Form, FormEnd } from '../../form/form.tsx'
import { useSaving } from '../../form/use-saving.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { toast } from '../../state/toast.ts'
import { SectionHeading } from '../../ui/heading.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextAreaField } from '../../ui/text-field.tsx'
import type { Route } from './+types/privacy.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '個人情報のご請求')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) =>
  settle(quietApi('GET /v1/customer/privacy-requests', {}, { signal }))
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 個人情報のご請求: the member's requests with their states, and the form for a new one. */
export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [times, setTimes] = useState(0)
  return (
    <MemberPage
      title="個人情報のご請求"
      lead="当店がお預かりしている、ご本人の情報についてのご請求を承ります。"
      parent={{ label: '会員情報', to: '/mypage/customer' }}
    >
      <div className="grid gap-10">
        <Loaded loaded={loaderData}>
          {({ items }) =>
            items.length > 0 && (
              <section aria-labelledby="asked" className="grid gap-4">
                <SectionHeading id="asked">これまでのご請求</SectionHeading>
                <ul className="divide-y divide-line rounded-base border border-line bg-surface px-5">
                  {items.map((one) => (
                    <Row key={one.id} request={one} />
                  ))}
                </ul>
              </section>
            )
          }
        </Loaded>
        <section aria-labelledby="ask" className="grid gap-4">
          <SectionHeading id="ask">請求する</SectionHeading>
          <PrivacyForm
            key={times}
            onSent={async () => {
              toast('ご請求を承りました')
              setTimes(times + 1)
              await revalidate()
            }}
          />
        </section>
      </div>
    </MemberPage>
  )
}

const Row = ({ request: { kind, state, content, due_on, created_at } }: { request: MemberPrivacyRequest }) => (
  <li className="grid gap-1 py-3">
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-medium">
        {PRIVACY_KIND_NAME[kind]}({PRIVACY_STATE_NAME[state]})
      </span>
      <span className="numeric text-sm text-muted">{formatDateWithWeekday(timestampToJapanDate(created_at))}</span>
    </p>
    <p className="whitespace-pre-line text-sm">{content}</p>
    {(state === 'received' || state === 'working') && (
      <p className="numeric text-sm text-muted">{formatDateWithWeekday(due_on)}までにお答えします。</p>
    )}
  </li>
)

const DESCRIPTION: Record<PrivacyKind, string> = {
  disclosure: 'どのような情報があるかを、書面またはデータでお知らせします',
  correction: '誤っている情報を直します。多くは「会員情報」でもご変更いただけます',
  stop: '広告など、ご希望の使い方を止めます',
  erasure: '退会となり、法律で残すもののほかを消します。元には戻せません',
}
const kinds = PRIVACY_KINDS.map((value) => ({
  value,
  label: PRIVACY_KIND_NAME[value],
  description: DESCRIPTION[value],
}))

/** The form for a request, with the password to verify the member. */
function PrivacyForm({ onSent }: { onSent: () => Promise<void> }) {
  const form = useForm({
    shouldFocusError: false,
    resolver: zodResolver(Schema),
    defaultValues: { kind: 'disclosure' as PrivacyKind, content: '', password: '' },
  })
  const { errors } = form.formState
  const { submit, isPending, problem } = useSaving(form, {
    save: async (body) => {
      await quietApi('POST /v1/customer/privacy-requests', { body })
      await onSent()
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)} className="grid gap-6">
      <RadioCards
        {...form.register('kind')}
        legend="ご請求の種類"
        required
        options={kinds}
        error={errors.kind?.message}
      />
      <TextAreaField
        {...form.register('content')}
        label="ご請求の内容"
        hint="訂正のときは、どの情報をどう直すかをお書きください。2000文字まで"
        error={errors.content?.message}
      />
      <PasswordProof />
      <FormEnd label="請求する" isPending={isPending} problem={problem} cancelTo="/mypage/customer" />
    </Form>
  )
}
