import type { Message } from '@kushi/contract/admin/message'
import { MESSAGE_CHANNEL_NAME, MESSAGE_STATE_NAME } from '@kushi/values/message'
import { useRef } from 'react'
import { Link } from 'react-router'
import { api } from '../api.ts'
import { useMay } from '../me.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from './button.tsx'
import { Refusal } from './dialog.tsx'
import { Section } from './page.tsx'
import { State, type Tone } from './state.tsx'
import { Time } from './time.tsx'
import { useAction } from './use-action.ts'

const tones: Record<Message['state'], Tone> = { failed: 'stuck', waiting: 'attention', sent: 'good', stopped: 'quiet' }

export const MessageState = ({ state }: Pick<Message, 'state'>) => (
  <State tone={tones[state]}>{MESSAGE_STATE_NAME[state]}</State>
)

/** Resends a message. A second click before the response is the same request. */
export function useResend(): (id: number) => Promise<void> {
  const key = useRef(crypto.randomUUID() as string)
  return async (id) => {
    const { to_present_address } = await api('POST /admin/v1/messages/{id}/resend', {
      params: { id },
      body: { idempotency_key: key.current },
    })
    key.current = crypto.randomUUID()
    toast(to_present_address ? '変更後のメールアドレスに、もう一度送ります' : 'もう一度送ります')
  }
}

/** 連絡: the messages to a member or about an order, the newest first. Each can be resent. */
export function Messages({ messages, all }: { messages: readonly Message[]; all: string }) {
  const mayRead = useMay('message.read')
  const mayWrite = useMay('message.write')
  const { act, isBusy, refusal } = useAction()
  const resend = useResend()
  if (!mayRead) return null
  const link = (
    <Link to={all} className="text-link text-xs">
      すべて見る
    </Link>
  )
  return (
    <Section title="メールとLINE" actions={messages.length > 0 && link}>
      <Refusal>{refusal}</Refusal>
      {messages.length === 0 && <p className="text-muted text-xs">まだ何も送っていません。</p>}
      <ul className="grid gap-2">
        {messages.map(({ id, kind, state, subject, created_at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b pb-2 last:border-0 last:pb-0"
          >
            <span className="min-w-0 flex-1 basis-40">
              <Link to={`/messages/${id}`} className="text-link">
                {subject || MESSAGE_CHANNEL_NAME[kind]}
              </Link>
              <span className="block text-muted text-xs">
                {MESSAGE_CHANNEL_NAME[kind]}・<Time value={created_at} />
              </span>
            </span>
            <MessageState state={state} />
            {mayWrite && state !== 'waiting' && (
              <Button disabled={isBusy} onClick={() => void act(() => resend(id))}>
                もう一度送る
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
