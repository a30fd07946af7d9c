import type { ExtensionNote } from '@kushi/contract/admin/extension'
import { ApiError } from '@kushi/contract/client'
import { WEBHOOK_EVENT_NAME, type WebhookEvent } from '@kushi/values/webhook'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/door.tsx'
import { Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

/** 拡張機能: the events that extensions failed to handle; shows nothing if there are none. */
export function ExtensionNotes({ notes }: { notes: ExtensionNote[] }) {
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
