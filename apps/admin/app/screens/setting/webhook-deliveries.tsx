import type { WebhookDelivery } from '@kushi/contract/admin/webhook'
import { ApiError } from '@kushi/contract/client'
import { WEBHOOK_EVENT_NAME, type WebhookEvent } from '@kushi/values/webhook'
import { useState } from 'react'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Empty, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'

interface Deliveries {
  items: WebhookDelivery[]
  next: number | null
}

const states = {
  waiting: { tone: 'attention', words: '送信待ち' },
  delivered: { tone: 'good', words: '届きました' },
  failed: { tone: 'stuck', words: '届きませんでした' },
} as const

/** The sent messages, the newest first. Each can be resent. */
export function WebhookDeliveries({ endpoint_id, first }: { endpoint_id: number; first: Deliveries }) {
  const [{ items, next }, setShown] = useState(first)
  const [error, setError] = useState<string | null>(null)
  const attempt = async (work: () => Promise<unknown>) => {
    setError(null)
    await work().catch((failure: unknown) => {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    })
  }
  const more = (before: number) =>
    attempt(async () => {
      const params = { id: endpoint_id }
      const found = await api('GET /admin/v1/setting/webhooks/{id}/deliveries', { params, query: { before } })
      setShown({ items: [...items, ...found.items], next: found.next })
    })
  const resend = (delivery_id: number) =>
    attempt(async () => {
      const params = { id: endpoint_id, delivery_id }
      const resent = await api('POST /admin/v1/setting/webhooks/{id}/deliveries/{delivery_id}/resend', { params })
      setShown({ items: items.map((one) => (one.id === resent.id ? resent : one)), next })
      toast('1分以内にもう一度送ります')
    })
  return (
    <div className="mt-6">
      <Section title="送った通知" lead="30日間の記録です。">
        <Refusal>{error}</Refusal>
        {items.length === 0 && <Empty>まだ通知はありません。</Empty>}
        <ul className="divide-y divide-line">
          {items.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <div className="mr-auto min-w-0">
                <p>{WEBHOOK_EVENT_NAME[one.event as WebhookEvent] ?? one.event}</p>
                <p className="break-all text-muted text-xs">
                  <Time value={one.created_at} /> {stateText(one)} {one.message_id}
                </p>
              </div>
              <State tone={states[one.state].tone}>{states[one.state].words}</State>
              {one.state !== 'waiting' && <Button onClick={() => void resend(one.id)}>もう一度送る</Button>}
            </li>
          ))}
        </ul>
        {next !== null && (
          <Button className="mt-4" onClick={() => void more(next)}>
            続きを見る
          </Button>
        )}
      </Section>
    </div>
  )
}

const stateText = ({ attempts, last_error }: WebhookDelivery) =>
  [attempts > 0 && `${attempts}回目`, last_error].filter(Boolean).join(' ')
