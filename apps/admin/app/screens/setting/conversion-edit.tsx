import type { ConversionDestination } from '@kushi/contract/admin/conversion'
import { CONVERSION_KIND_NAME, CONVERSION_KINDS } from '@kushi/values/conversion/kinds'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { ConfirmDialog } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ConversionApprovals } from './conversion-approvals.tsx'
import { askedEvents, ConversionEvents } from './conversion-events.tsx'
import { ConversionFigures } from './conversion-figures.tsx'
import {
  accountValuesOf,
  bodyOf,
  ConversionFields,
  ConversionStanding,
  type ConversionValues,
} from './conversion-parts.tsx'

const { Form } = formFor<EditedValues>()

export async function loader({ params: { id }, request }: LoaderFunctionArgs) {
  const params = { id: Number(id) }
  const query = askedEvents(new URL(request.url).searchParams)
  const [destination, events, { items, groups }] = await Promise.all([
    api('GET /admin/v1/setting/conversions/{id}', { params }),
    api('GET /admin/v1/setting/conversions/{id}/events', { params, query }),
    api('GET /admin/v1/setting/conversion-figures'),
  ])
  return { destination, events, query, groups, figures: items.filter((one) => one.destination_id === params.id) }
}

type EditedValues = ConversionValues & { removed: Record<string, boolean> }

/** One 送信先: whether it is on, its values, and what it was told. */
export function Component() {
  const { destination, events, query, groups, figures } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [saved, setSaved] = useState(0)
  const { id, conversion_kind: kind, secret_names, account_values, recipient_name, ...own } = destination
  const values: EditedValues = {
    destination_name: own.destination_name,
    conversion_moment: own.conversion_moment,
    conversion_cycle: own.conversion_cycle,
    conversion_value: own.conversion_value,
    email_flag: own.email_flag,
    phone_flag: own.phone_flag,
    ad_group: own.ad_group,
    account_values: accountValuesOf(kind, account_values),
    removed: {},
  }
  return (
    <Page
      title={own.destination_name}
      parent={{ to: '/setting/conversions', name: '広告の送信先' }}
      lead={`種類: ${CONVERSION_KIND_NAME[kind]}、提供先: ${recipient_name}`}
    >
      <DestinationState
        destination={destination}
        isNew={events.items.length === 0 && Object.keys(query).length === 0}
      />
      <Section
        title="知らせた数と、媒体が数えた数"
        lead="新規のお客様と媒体の成果は、選んだ広告グループのものです。媒体の成果は、広告費のファイルから数えます。"
      >
        <ConversionFigures rows={figures} ad_group={own.ad_group} />
      </Section>
      <Form
        // A new form after saving, so that no typed secret stays on the screen.
        key={`${id} ${saved}`}
        values={values}
        submit="保存する"
        permission="account.manage"
        save={async ({ removed, ...given }) => {
          const removed_secrets = Object.keys(removed).filter((name) => removed[name])
          const body = { ...bodyOf(given), removed_secrets }
          await api('PUT /admin/v1/setting/conversions/{id}', { params: { id }, body })
          toast('送信先を保存しました')
          await revalidate()
          setSaved((times) => times + 1)
        }}
      >
        <Section title="送り先と内容">
          <ConversionFields kind={kind} secret_names={secret_names} groups={groups} />
        </Section>
      </Form>
      {account_values.approval_days && <ConversionApprovals destination_id={id} days={account_values.approval_days} />}
      <ConversionEvents
        key={`${id} ${events.items[0]?.id} ${JSON.stringify(query)}`}
        destination_id={id}
        first={events}
        query={query}
      />
    </Page>
  )
}

type TrialResult = {
  outcome: 'accepted' | 'refused' | 'repeat' | 'shown'
  answer: string
  document: { html: string; policy: string } | null
}
const trialTexts = {
  accepted: { tone: 'good', words: '受け付けられました' },
  refused: { tone: 'stuck', words: '断られました' },
  repeat: { tone: 'stuck', words: '受け付けられませんでした' },
  shown: { tone: 'quiet', words: '見本です。どこにも送っていません' },
} as const

interface StandingProps {
  destination: ConversionDestination
  isNew: boolean
}

/** What the browser of a customer would get, as text. */
const SampleDocument = ({ html, policy }: { html: string; policy: string }) => (
  <dl className="mt-2 space-y-1 text-xs">
    <dt className="text-muted">枠の中の文書</dt>
    <dd>
      <pre className="max-h-96 overflow-auto whitespace-pre-wrap break-all border border-line p-2">{html}</pre>
    </dd>
    <dt className="text-muted">ブラウザに守らせる決まり(Content-Security-Policy)</dt>
    <dd className="break-all">
      <code>{policy}</code>
    </dd>
  </dl>
)

function DestinationState({ destination, isNew }: StandingProps) {
  const { id, conversion_kind, on_since, waiting, stuck, last_answer } = destination
  const navigate = useNavigate()
  const [trialResult, setTrialResult] = useState<TrialResult | null>(null)
  const [asked, setAsked] = useState<'start' | 'remove' | null>(null)
  const { act, isBusy, refusal } = useAction()
  const params = { id }
  const attempt = (work: () => Promise<unknown>) => {
    setAsked(null)
    return act(work)
  }
  const start = () => attempt(() => api('POST /admin/v1/setting/conversions/{id}/start', { params }))
  const stop = () => attempt(() => api('POST /admin/v1/setting/conversions/{id}/stop', { params }))
  const sendTrial = () =>
    attempt(async () => {
      setTrialResult(null)
      setTrialResult(await api('POST /admin/v1/setting/conversions/{id}/try', { params }))
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
      {!on_since && destination.account_values.cancel_parameters && (
        <p className="mt-2 text-muted text-xs">
          これまでに知らせた成果の取消・返品は、止めているあいだも知らせます。知らせないときは、そのパラメーターを消してください。
        </p>
      )}
      {stuck > 0 && (
        <p className="mt-2 break-all">届くまで送り直しています。{last_answer && `最後の答え: ${last_answer}`}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {test !== 'none' && (
          <Button onClick={() => void sendTrial()} isBusy={isBusy} disabled={isBusy}>
            {test === 'document' ? '中身を見る' : '試しに送る'}
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
        {trialResult && (
          <p className="flex flex-wrap items-center gap-2">
            <State tone={trialTexts[trialResult.outcome].tone}>{trialTexts[trialResult.outcome].words}</State>
            <span className="break-all text-xs">{trialResult.answer}</span>
          </p>
        )}
        {trialResult?.document && <SampleDocument {...trialResult.document} />}
      </div>
      <ConfirmDialog
        isOpen={asked === 'start'}
        title="送り始めますか?"
        action="送り始める"
        look="primary"
        onConfirm={start}
        onCancel={() => setAsked(null)}
      >
        これからのご注文の確認画面に、同意をお願いする文が出ます。同意されたご注文の成果を知らせます。プライバシーポリシーに、
        {company ?? '提供先'}への提供を書いてください。
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title="送信先を削除しますか?"
        action="削除する"
        onConfirm={remove}
        onCancel={() => setAsked(null)}
      >
        登録した値も削除します。
      </ConfirmDialog>
    </Section>
  )
}
