import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { ExtensionNotes } from './extension-notes.tsx'
import { SettingNav } from './setting-nav.tsx'
import { formOf, NewSecret, valuesOf, WebhookFields, WebhookState, type WebhookValues } from './webhook-parts.tsx'

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
        <Form<WebhookValues>
          values={valuesOf('', '')}
          submit="追加する"
          save={async (values) => {
            const added = await api('POST /admin/v1/setting/webhooks', { body: formOf(values) })
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
