import type { FailedExtensionEvent } from '@kushi/contract/admin/extension'
import { ApiError } from '@kushi/contract/client'
import { WEBHOOK_EVENT_NAME, type WebhookEvent } from '@kushi/values/webhook'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { SettingNav } from './setting-nav.tsx'
import { bodyOf, NewSecret, valuesOf, WebhookFields, WebhookState, type WebhookValues } from './webhook-parts.tsx'

const { Form } = formFor<WebhookValues>()

export const loader = async () => {
  const [{ items }, notes] = await Promise.all([
    api('GET /admin/v1/setting/webhooks'),
    api('GET /admin/v1/setting/extension-notes'),
  ])
  return { items, notes: notes.items }
}

/** 外部への通知: the URLs of other systems that the shop notifies of events. */
export function Component() {
  const { items, notes } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Page title="外部への通知">
      <SettingNav />
      <Section
        title="通知先"
        lead="注文や定期便に変化があると、登録したURLへ番号だけを送ります。お名前や住所は送りません。"
        actions={
          <Button look="primary" onClick={() => setAdding(true)}>
            通知先を追加する
          </Button>
        }
      >
        {items.length === 0 && <Empty>通知先はまだありません。倉庫や会計のシステムと連携するときに追加します。</Empty>}
        <ul className="divide-y divide-line">
          {items.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
              <Link to={`/setting/webhooks/${one.id}`} className="text-link mr-auto min-w-0 break-all">
                {one.description || one.url}
              </Link>
              <WebhookState endpoint={one} />
            </li>
          ))}
        </ul>
      </Section>
      <ExtensionNotes notes={notes} />
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title="通知先を追加する">
        <Form
          values={valuesOf('', '')}
          names={{ events: 'chosen' }}
          submit="追加する"
          save={async (values) => {
            const added = await api('POST /admin/v1/setting/webhooks', { body: bodyOf(values) })
            setAdding(false)
            setSecret(added.secret)
            await revalidate()
          }}
        >
          <WebhookFields />
        </Form>
      </Dialog>
      <NewSecret secret={secret} onClose={() => setSecret(null)} />
    </Page>
  )
}

/** 拡張機能: the events that extensions failed to handle; shows nothing if there are none. */
function ExtensionNotes({ notes }: { notes: FailedExtensionEvent[] }) {
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string | null>(null)
  if (notes.length === 0 && error === null) return null
  const retry = async (id: number) => {
    setError(null)
    try {
      await api('POST /admin/v1/setting/extension-notes/{id}/retry', { params: { id } })
      toast('1分以内にもう一度伝えます')
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
    await revalidate()
  }
  return (
    <Section
      title="拡張機能が受け取れなかった出来事"
      lead="3日間くり返しても受け取れなかったものです。原因を直してから、もう一度伝えてください。30日たつと消えます。"
    >
      <Refusal>{error}</Refusal>
      <ul className="divide-y divide-line">
        {notes.map(({ id, extension, event, last_error, happened_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="mr-auto min-w-0">
              <p>
                {WEBHOOK_EVENT_NAME[event as WebhookEvent] ?? event}
                <span className="ml-2 text-muted text-xs">{extension}</span>
              </p>
              <p className="break-all text-muted text-xs">
                <Time value={happened_at} /> {last_error}
              </p>
            </div>
            <Button onClick={() => void retry(id)}>もう一度伝える</Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
