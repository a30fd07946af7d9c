import type { ConversionDestination } from '@kushi/contract/admin/conversion'
import { CONVERSION_KIND_NAME, CONVERSION_KINDS } from '@kushi/values/conversion/kinds'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { Ask } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ConversionApprovals } from './conversion-approvals.tsx'
import { ConversionEvents } from './conversion-events.tsx'
import {
  accountValuesOf,
  bodyOf,
  ConversionFields,
  ConversionStanding,
  type ConversionValues,
} from './conversion-parts.tsx'

export async function loader({ params: { id } }: LoaderFunctionArgs) {
  const params = { id: Number(id) }
  const [destination, events] = await Promise.all([
    api('GET /admin/v1/setting/conversions/{id}', { params }),
    api('GET /admin/v1/setting/conversions/{id}/events', { params, query: {} }),
  ])
  return { destination, events }
}

/** One 送信先: whether it is on, its values, and what it was told. */
export function Component() {
  const { destination, events } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [saved, setSaved] = useState(0)
  const { id, conversion_kind: kind, secret_names, account_values, recipient_name, ...own } = destination
  const values: ConversionValues = {
    destination_name: own.destination_name,
    conversion_moment: own.conversion_moment,
    conversion_cycle: own.conversion_cycle,
    conversion_value: own.conversion_value,
    email_flag: own.email_flag,
    phone_flag: own.phone_flag,
    account_values: accountValuesOf(kind, account_values),
  }
  return (
    <Page
      title={own.destination_name}
      parent={{ to: '/setting/conversions', name: '広告の送信先' }}
      lead={`種類: ${CONVERSION_KIND_NAME[kind]}、提供先: ${recipient_name}`}
    >
      <Standing destination={destination} isNew={events.items.length === 0} />
      <Form<ConversionValues>
        // A new form after saving, so that no typed secret stays on the screen.
        key={`${id} ${saved}`}
        values={values}
        submit="保存する"
        permission="account.manage"
        save={async (given) => {
          await api('PUT /admin/v1/setting/conversions/{id}', { params: { id }, body: bodyOf(given) })
          toast('送信先を保存しました')
          await revalidate()
          setSaved((times) => times + 1)
        }}
      >
        <Section title="送り先と内容">
          <ConversionFields kind={kind} secret_names={secret_names} />
        </Section>
      </Form>
      {account_values.approval_days && <ConversionApprovals destination_id={id} days={account_values.approval_days} />}
      <ConversionEvents key={`${id} ${events.items[0]?.id}`} destination_id={id} first={events} />
    </Page>
  )
}

type Tried = { outcome: 'accepted' | 'refused' | 'repeat'; answer: string }
const triedWords = {
  accepted: { tone: 'good', words: '受け付けられました' },
  refused: { tone: 'stuck', words: '断られました' },
  repeat: { tone: 'stuck', words: '受け付けられませんでした' },
} as const

interface StandingProps {
  destination: ConversionDestination
  isNew: boolean
}

function Standing({ destination, isNew }: StandingProps) {
  const { id, conversion_kind, on_since, waiting, stuck, last_answer } = destination
  const navigate = useNavigate()
  const [tried, setTried] = useState<Tried | null>(null)
  const [asked, setAsked] = useState<'start' | 'remove' | null>(null)
  const { act, isBusy, refusal } = useAction()
  const params = { id }
  const attempt = (work: () => Promise<unknown>) => {
    setAsked(null)
    return act(work)
  }
  const start = () => attempt(() => api('POST /admin/v1/setting/conversions/{id}/start', { params }))
  const stop = () => attempt(() => api('POST /admin/v1/setting/conversions/{id}/stop', { params }))
  const tryIt = () =>
    attempt(async () => {
      setTried(null)
      setTried(await api('POST /admin/v1/setting/conversions/{id}/try', { params }))
    })
  const remove = () =>
    attempt(async () => {
      await api('DELETE /admin/v1/setting/conversions/{id}', { params })
      toast('送信先を削除しました')
      await navigate('/setting/conversions')
    })
  const { test, company } = CONVERSION_KINDS[conversion_kind]
  return (
    <Section
      title="いまの状態"
      actions={
        on_since ? (
          <Button onClick={() => void stop()}>送るのをやめる</Button>
        ) : (
          <Button look="primary" onClick={() => setAsked('start')}>
            送り始める
          </Button>
        )
      }
    >
      <Refusal>{refusal}</Refusal>
      <p className="flex flex-wrap items-center gap-2">
        <ConversionStanding destination={destination} />
        {on_since && (
          <span>
            <Time value={on_since} /> から
          </span>
        )}
        {waiting > 0 && `送信を待っている成果が${waiting}件あります。`}
      </p>
      {stuck > 0 && (
        <p className="mt-2 break-all">届くまで送り直しています。{last_answer && `最後の答え: ${last_answer}`}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {test !== 'none' && (
          <Button onClick={() => void tryIt()} isBusy={isBusy} disabled={isBusy}>
            試しに送る
          </Button>
        )}
        {isNew && (
          <Button look="danger" onClick={() => setAsked('remove')}>
            送信先を削除する
          </Button>
        )}
      </div>
      {test === 'none' && (
        <p className="mt-2 text-muted text-xs">
          成果に数えないテストの送り方が決まっていないため、ここでは試せません。ASPのテスト用のプログラムでお確かめください。
        </p>
      )}
      <div role="status" className="mt-2">
        {tried && (
          <p className="flex flex-wrap items-center gap-2">
            <State tone={triedWords[tried.outcome].tone}>{triedWords[tried.outcome].words}</State>
            <span className="break-all text-xs">{tried.answer}</span>
          </p>
        )}
      </div>
      <Ask
        isOpen={asked === 'start'}
        title="送り始めますか?"
        action="送り始める"
        look="primary"
        onYes={start}
        onNo={() => setAsked(null)}
      >
        これからのご注文の確認画面に、同意をお願いする文が出ます。同意されたご注文の成果を知らせます。プライバシーポリシーに、
        {company ?? '提供先'}への提供を書いてください。
      </Ask>
      <Ask
        isOpen={asked === 'remove'}
        title="送信先を削除しますか?"
        action="削除する"
        onYes={remove}
        onNo={() => setAsked(null)}
      >
        登録した値も削除します。
      </Ask>
    </Section>
  )
}
