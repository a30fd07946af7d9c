import type { WebhookEndpoint } from '@kushi/contract/admin/webhook'
import { WEBHOOK_EVENT_NAME, WEBHOOK_EVENTS, type WebhookEvent } from '@kushi/values/webhook'
import { formFor } from '../../ui/form-for.ts'
import { State } from '../../ui/state.tsx'
import { ShownOnce } from './shown-once.tsx'

const { TextField, CheckField, Beside } = formFor<WebhookValues>()

/** The form reads a dot in a field name as a path, so it is replaced. */
const key = (event: WebhookEvent) => event.replace('.', '_')

export interface WebhookValues {
  url: string
  description: string
  chosen: Record<string, boolean>
}

export const valuesOf = (
  url: string,
  description: string,
  events: readonly WebhookEvent[] = WEBHOOK_EVENTS,
): WebhookValues => ({
  url,
  description,
  chosen: Object.fromEntries(WEBHOOK_EVENTS.map((one) => [key(one), events.includes(one)])),
})

export const bodyOf = ({ url, description, chosen }: WebhookValues) => ({
  url,
  description,
  events: WEBHOOK_EVENTS.filter((one) => chosen[key(one)]),
})

export function WebhookFields() {
  return (
    <>
      <TextField name="url" label="URL" type="url" isRequired hint="https:// から始まる、通知を受け取るURLです。" />
      <TextField name="description" label="メモ" hint="「倉庫」「会計」など、社内での呼び名です。" />
      <fieldset className="mb-4">
        <legend className="mb-1">通知すること</legend>
        <Beside name="chosen" />
        <div className="grid gap-x-4 sm:grid-cols-2">
          {WEBHOOK_EVENTS.map((one) => (
            <CheckField key={one} name={`chosen.${key(one)}`} label={WEBHOOK_EVENT_NAME[one]} />
          ))}
        </div>
      </fieldset>
    </>
  )
}

export function WebhookState({ endpoint: { stopped_at, failing_since, failed } }: { endpoint: WebhookEndpoint }) {
  if (stopped_at) return <State tone="stuck">停止中</State>
  if (failing_since) return <State tone="attention">届いていません</State>
  if (failed > 0) return <State tone="attention">{`届かなかった通知 ${failed}件`}</State>
  return <State tone="good">通知中</State>
}

/** The signing secret of messages. */
export const NewSecret = ({ secret, onClose }: { secret: string | null; onClose(): void }) => (
  <ShownOnce title="署名の鍵" secret={secret} onClose={onClose}>
    受け取る側のシステムに設定してください。
  </ShownOnce>
)
