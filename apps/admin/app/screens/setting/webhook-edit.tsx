import type { WebhookEndpoint } from '@kushi/contract/admin/webhook'
import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { shopNow } from '../../shop-clock.ts'
import { ConfirmDialog } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { bodyOf, NewSecret, valuesOf, WebhookFields, WebhookState, type WebhookValues } from './webhook-parts.tsx'

const { Form } = formFor<WebhookValues>()

export async function loader({ params: { id } }: LoaderFunctionArgs) {
  const params = { id: Number(id) }
  const [endpoint, deliveries] = await Promise.all([
    api('GET /admin/v1/setting/webhooks/{id}', { params }),
    api('GET /admin/v1/setting/webhooks/{id}/deliveries', { params, query: {} }),
  ])
  return { endpoint, deliveries }
}

/** One 通知先: its events, whether messages are delivered, and the sent messages. */
export function Component() {
  const { endpoint, deliveries } = useLoaderData<typeof loader>()
  const { id, url, description, events } = endpoint
  const { revalidate } = useRevalidator()
  return (
    <Page title={description || '通知先'} parent={{ to: '/setting/webhooks', name: '外部への通知' }}>
      <Standing endpoint={endpoint} onChange={revalidate} />
      <Form
        values={valuesOf(url, description, events)}
        names={{ events: 'chosen' }}
        submit="保存する"
        permission="account.manage"
        done="通知先を保存しました"
        save={async (values) => {
          await api('PUT /admin/v1/setting/webhooks/{id}', { params: { id }, body: bodyOf(values) })
          await revalidate()
        }}
      >
        <Section title="送り先と内容">
          <WebhookFields />
        </Section>
      </Form>
      <WebhookDeliveries key={deliveries.items[0]?.id} endpoint_id={id} first={deliveries} />
    </Page>
  )
}

const reasons = {
  operator: '担当者が停止しました。',
  failing: '5日間、一度も届かなかったため停止しました。',
  gone: '通知先が「受け取りを終了した」と答えたため停止しました。',
}

function Standing({ endpoint, onChange }: { endpoint: WebhookEndpoint; onChange(): unknown }) {
  const { id, waiting, failing_since, stopped_at, stopped_reason, former_until } = endpoint
  const navigate = useNavigate()
  const [secret, setSecret] = useState<string | null>(null)
  const [asked, setAsked] = useState<'secret' | 'remove' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const params = { id }
  const attempt = async (work: () => Promise<unknown>) => {
    setError(null)
    setAsked(null)
    try {
      await work()
      await onChange()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  const renew = () =>
    attempt(async () => setSecret((await api('POST /admin/v1/setting/webhooks/{id}/secret', { params })).secret))
  const remove = () =>
    attempt(async () => {
      await api('DELETE /admin/v1/setting/webhooks/{id}', { params })
      toast('通知先を削除しました')
      await navigate('/setting/webhooks')
    })
  return (
    <Section
      title="いまの状態"
      actions={
        stopped_at ? (
          <Button onClick={() => void attempt(() => api('POST /admin/v1/setting/webhooks/{id}/resume', { params }))}>
            通知を再開する
          </Button>
        ) : (
          <Button onClick={() => void attempt(() => api('POST /admin/v1/setting/webhooks/{id}/stop', { params }))}>
            通知を止める
          </Button>
        )
      }
    >
      <Refusal>{error}</Refusal>
      <p className="flex flex-wrap items-center gap-2">
        <WebhookState endpoint={endpoint} />
        {stopped_reason && `${reasons[stopped_reason]}停止している間のできごとは通知しません。`}
        {!stopped_at && waiting > 0 && `送信を待っている通知が${waiting}件あります。`}
      </p>
      {failing_since && !stopped_at && (
        <p className="mt-2">
          <Time value={failing_since} /> から届いていません。間をあけて3日間送り直し、5日間届かないと停止します。
        </p>
      )}
      {former_until && Date.parse(former_until) > shopNow() && (
        <p className="mt-2">
          <Time value={former_until} /> までは、前の鍵でも署名します。
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setAsked('secret')}>署名の鍵を作り直す</Button>
        <Button look="danger" onClick={() => setAsked('remove')}>
          通知先を削除する
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asked === 'secret'}
        title="署名の鍵を作り直しますか?"
        action="作り直す"
        onConfirm={renew}
        onCancel={() => setAsked(null)}
      >
        新しい鍵を表示します。24時間は前の鍵でも署名しますので、その間に受け取る側を変更してください。
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title="通知先を削除しますか?"
        action="削除する"
        onConfirm={remove}
        onCancel={() => setAsked(null)}
      >
        送った通知の記録も削除します。
      </ConfirmDialog>
      <NewSecret secret={secret} onClose={() => setSecret(null)} />
    </Section>
  )
}
