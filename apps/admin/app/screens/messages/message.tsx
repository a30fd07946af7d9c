import type { MessageDetail } from '@kushi/contract/admin/message'
import { MESSAGE_CHANNEL_NAME } from '@kushi/values/message'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MessageState, useResend } from '../../ui/messages.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

export const loader = ({ params }: LoaderFunctionArgs) =>
  api('GET /admin/v1/messages/{id}', { params: { id: params.id! } })

/** One mail or LINE message: its text, its recipient, and whether it was sent. */
export function Component() {
  const message = useLoaderData<typeof loader>()
  const { text, hidden } = message
  return (
    <Page title={message.subject || '連絡'} parent={{ to: '/messages', name: '連絡' }}>
      <Actions message={message} />
      <div className="grid items-start gap-x-6 lg:grid-cols-[1fr_360px]">
        <Section title="内容">
          {text === null ? (
            <p className="text-muted">{hidden}</p>
          ) : (
            <p className="whitespace-pre-wrap break-words">{text}</p>
          )}
        </Section>
        <MessageFacts message={message} />
      </div>
    </Page>
  )
}

const sentAgainText = {
  present_address: '会員のメールアドレスが変わりました。新しいアドレスへ送ります。',
  former_address: '会員のメールアドレスが変わりましたが、もう一度送るのは下の宛先です。新しいアドレスへは送りません。',
}

function Actions({ message: { id, state, refusals, sent_again_to } }: { message: MessageDetail }) {
  const mayWrite = useMay('message.write')
  const { act, isBusy, refusal } = useAction()
  const resend = useResend()
  if (!mayWrite) return null
  const stop = async () => {
    await api('POST /admin/v1/messages/{id}/stop', { params: { id } })
    toast(state === 'failed' ? '片付けました' : '取りやめました')
  }
  return (
    <div className="mb-4">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        {refusals.resend === null && (
          <Button look="primary" disabled={isBusy} onClick={() => void act(() => resend(id))}>
            もう一度送る
          </Button>
        )}
        {refusals.stop === null && (
          <Button disabled={isBusy} onClick={() => void act(stop)}>
            {state === 'failed' ? '送らずに片付ける' : '送るのを取りやめる'}
          </Button>
        )}
        {refusals.resend !== null && <span className="text-muted text-xs">{refusals.resend}</span>}
        {refusals.resend === null && sent_again_to && (
          <span className="text-muted text-xs">{sentAgainText[sent_again_to]}</span>
        )}
      </div>
      <Refusal>{refusal}</Refusal>
    </div>
  )
}

function MessageFacts({ message }: { message: MessageDetail }) {
  const { state, kind, recipient, customer_id, customer_name, order_id, attempts, error } = message
  const mayReadMembers = useMay('customer.read')
  const name = customer_name && `${customer_name} 様`
  const rows: [string, ReactNode][] = [
    ['状態', <MessageState key="state" state={state} />],
    ['送り方', MESSAGE_CHANNEL_NAME[kind]],
    ['宛先', kind === 'mail' ? recipient || '残していません' : 'LINEのアカウント'],
    [
      '会員',
      customer_id !== null && mayReadMembers ? (
        <Link key="member" className="text-link" to={`/customers/${customer_id}`}>
          {name ?? customer_id}
        </Link>
      ) : (
        name
      ),
    ],
    [
      '注文',
      order_id !== null && (
        <Link key="order" className="text-link" to={`/orders/${order_id}`}>
          注文を開く
        </Link>
      ),
    ],
    ['作った日時', <Time key="made" value={message.created_at} />],
    ['送った日時', message.sent_at && <Time key="sent" value={message.sent_at} />],
    ['次に試す日時', message.next_attempt_at && <Time key="next" value={message.next_attempt_at} isRelative />],
    ['試した回数', attempts > 0 && `${attempts}回`],
    ['送れない理由', state === 'sent' ? null : error],
  ]
  return (
    <Section title="送り先と結果">
      <Facts rows={rows} />
    </Section>
  )
}
