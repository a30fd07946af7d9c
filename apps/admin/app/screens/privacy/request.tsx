import type { PrivacyRequestDetail } from '@kushi/contract/admin/privacy'
import { PRIVACY_KIND_NAME, PRIVACY_SOURCE_NAME, PRIVACY_STATE_NAME } from '@kushi/values/privacy-request'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Facts } from '../../ui/facts.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { DataActions } from './data-actions.tsx'
import { PrivacyStateMark } from './list.tsx'

const { Form, TextField, TextAreaField, SelectField } = formFor<HandlingFormValues>()

export const loader = ({ params }: LoaderFunctionArgs) =>
  api('GET /admin/v1/privacy-requests/{id}', { params: { id: params.id! } })

/** One request: its content, the member, and how it is handled. */
export function Component() {
  const request = useLoaderData<typeof loader>()
  const { id, kind, source, customer_id, customer_name, inquiry_id, content, state } = request
  const isClosed = state === 'done' || state === 'refused'
  return (
    <Page
      title={`個人情報の${PRIVACY_KIND_NAME[kind]}の請求 ${id}`}
      parent={{ to: '/privacy', name: '個人情報の請求' }}
      actions={<PrivacyStateMark {...request} />}
    >
      <div className="grid items-start gap-x-6 lg:grid-cols-2">
        <div className="min-w-0">
          <Section title="請求">
            <Facts
              rows={[
                [
                  '会員',
                  <Link key="customer" to={`/customers/${customer_id}`} className="text-link">
                    {customer_name}
                  </Link>,
                ],
                [
                  '経路',
                  inquiry_id === null ? (
                    PRIVACY_SOURCE_NAME[source]
                  ) : (
                    <Link key="inquiry" to={`/inquiries/${inquiry_id}`} className="text-link">
                      {PRIVACY_SOURCE_NAME[source]}
                    </Link>
                  ),
                ],
                ['内容', content],
                ['受けた人', request.operator_name],
                ['受けた日時', <Time key="created" value={request.created_at} />],
                ...(request.closed_at
                  ? [['終えた日時', <Time key="closed" value={request.closed_at} />] as const]
                  : []),
                ...(isClosed
                  ? ([
                      ['本人確認', request.identity_check || '—'],
                      ['対応の結果', request.answer],
                    ] as const)
                  : []),
              ]}
            />
          </Section>
          {!isClosed && <Handling key={state} request={request} />}
        </div>
        <div className="min-w-0">
          <DataActions request={request} />
        </div>
      </div>
    </Page>
  )
}

type HandlingFormValues = Pick<PrivacyRequestDetail, 'state' | 'due_on' | 'identity_check' | 'answer'>

const ways = { received: ['received', 'working', 'refused'], working: ['working', 'done', 'refused'] } as const

function Handling({ request }: { request: PrivacyRequestDetail }) {
  const { revalidate } = useRevalidator()
  const { id, state, due_on, identity_check, answer } = request
  const mayWrite = useMay('customer.write')
  if (state === 'done' || state === 'refused' || !mayWrite) return null
  return (
    <Section title="対応">
      <Form
        values={{ state, due_on, identity_check, answer }}
        submit="対応を記録する"
        done="対応を記録しました"
        save={async (body) => {
          await api('PUT /admin/v1/privacy-requests/{id}', { params: { id }, body })
          await revalidate()
        }}
      >
        <TextAreaField
          name="identity_check"
          label="本人確認"
          rows={2}
          hint="どのように確かめたか。例: 登録の電話番号に折り返し、生年月日とご住所を伺った。"
        />
        <SelectField
          name="state"
          label="状態"
          choices={ways[state].map((one) => ({ value: one, label: PRIVACY_STATE_NAME[one] }))}
        />
        <TextField name="due_on" type="date" label="期限" className="max-w-[240px]" />
        <TextAreaField
          name="answer"
          label="対応の結果"
          rows={3}
          hint="お客様にお伝えしたこと、またはお断りした理由。完了・お断りにするときに要ります。"
        />
      </Form>
    </Section>
  )
}
