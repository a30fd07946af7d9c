import type { ApiKey } from '@kushi/contract/admin/api-key'
import { KEY_PERMISSIONS, type KeyPermission, PERMISSION_NAME } from '@kushi/contract/admin/permission'
import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { shopNow } from '../../shop-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'
import { SettingNav } from './setting-nav.tsx'
import { ShownOnce } from './shown-once.tsx'

const { Form, TextField, SelectField, CheckField, Beside } = formFor<Values>()

export const loader = () => api('GET /admin/v1/setting/api-keys')

/** APIキー: keys for other systems that use the shop, each with its own permissions. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Page title="APIキー">
      <SettingNav />
      <Section
        title="他社のシステムに渡すキー"
        lead="倉庫や会計のシステムが、この店舗の情報を読み書きするためのキーです。必要な権限だけを選んでください。"
        actions={
          <Button look="primary" onClick={() => setAdding(true)}>
            APIキーを作る
          </Button>
        }
      >
        {items.length === 0 && <Empty>APIキーはまだありません。倉庫や会計のシステムとつなぐときに作ります。</Empty>}
        <ul className="divide-y divide-line">
          {items.map((one) => (
            <Key key={one.id} apiKey={one} onChange={revalidate} />
          ))}
        </ul>
      </Section>
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title="APIキーを作る">
        <Form
          values={{ name: '', days: '365', chosen: {} }}
          names={{ permissions: 'chosen' }}
          submit="作る"
          save={async ({ name, days, chosen }) => {
            const permissions = KEY_PERMISSIONS.filter((one) => chosen[keyOf(one)])
            const body = { name, permissions, days: days === '' ? null : Number(days) }
            const added = await api('POST /admin/v1/setting/api-keys', { body })
            setAdding(false)
            setSecret(added.secret)
            await revalidate()
          }}
        >
          <Fields />
        </Form>
      </Dialog>
      <ShownOnce title="APIキー" secret={secret} onClose={() => setSecret(null)}>
        渡す相手のシステムに設定してください。
      </ShownOnce>
    </Page>
  )
}

interface Values {
  name: string
  days: string
  chosen: Record<string, boolean>
}

/** The form reads a dot in a field name as a path, so it is replaced. */
const keyOf = (permission: KeyPermission) => permission.replace('.', '_')

const terms = [
  { value: '30', label: '30日' },
  { value: '90', label: '90日' },
  { value: '365', label: '1年' },
]

function Fields() {
  return (
    <>
      <TextField name="name" label="名前" isRequired hint="「倉庫」「会計」など。操作履歴に残ります。" />
      <SelectField name="days" label="有効期限" choices={terms} empty="無期限" />
      <fieldset className="mb-4">
        <legend className="mb-1">できること</legend>
        <Beside name="chosen" />
        <p className="mb-2 text-muted text-xs">
          「個人情報の書き出し」を選ばないかぎり、お名前や住所、電話番号は伏せて渡します。
        </p>
        <div className="grid gap-x-4 sm:grid-cols-2 [&>*]:mb-1">
          {KEY_PERMISSIONS.map((one) => (
            <CheckField key={one} name={`chosen.${keyOf(one)}`} label={PERMISSION_NAME[one]} />
          ))}
        </div>
      </fieldset>
    </>
  )
}

function Key({ apiKey, onChange }: { apiKey: ApiKey; onChange(): unknown }) {
  const { id, name, prefix, permissions, operator_name, expires_at, revoked_at, last_used_at, created_at } = apiKey
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isExpired = expires_at !== null && Date.parse(expires_at) <= shopNow()
  const revoke = async () => {
    setAsking(false)
    try {
      await api('POST /admin/v1/setting/api-keys/{id}/revoke', { params: { id } })
      toast(`「${name}」を無効にしました`)
      await onChange()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2">
      <div className="mr-auto min-w-0">
        <p>
          {name} <span className="font-mono text-muted text-xs">{prefix}…</span>
        </p>
        <p className="text-muted text-xs">{permissions.map((one) => PERMISSION_NAME[one]).join('、')}</p>
        <p className="flex flex-wrap gap-x-3 text-muted text-xs">
          <span>
            作成: <Time value={created_at} />({operator_name})
          </span>
          {expires_at && (
            <span>
              期限: <Time value={expires_at} />
            </span>
          )}
          <span>最後の利用: {last_used_at ? <Time value={last_used_at} /> : 'なし'}</span>
        </p>
        <Refusal>{error}</Refusal>
      </div>
      {revoked_at || isExpired ? (
        <State>{revoked_at ? '無効' : '期限切れ'}</State>
      ) : (
        <>
          <State tone="good">有効</State>
          <Button look="danger" onClick={() => setAsking(true)}>
            無効にする
          </Button>
        </>
      )}
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title={`「${name}」を無効にしますか?`}>
        <p className="mb-4">このキーを使うシステムは、すぐにつながらなくなります。元には戻せません。</p>
        <div className="flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>やめる</Button>
          <Button look="danger" onClick={() => void revoke()}>
            無効にする
          </Button>
        </div>
      </Dialog>
    </li>
  )
}
