import type { MemberDevice, MemberPasskey, Passkeys } from '@kushi/contract/sign-in'
import { DEVICE_PROOF_NAME } from '@kushi/values/sign-in'
import { formatDateTime } from '@kushi/values/timestamp'
import { lazy, Suspense, useEffect, useState } from 'react'
import { quietApi } from '../../api.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { usePress } from '../../line/use-press.ts'
import { mayUsePasskeys } from '../../passkey/may-use.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { toast } from '../../state/toast.ts'
import { SectionHeading } from '../../ui/heading.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import type { Route } from './+types/security.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'パスキーと端末')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [passkeys, devices] = await Promise.all([
    settle(quietApi('GET /v1/customer/passkeys', {}, { signal })),
    settle(quietApi('GET /v1/customer/devices', {}, { signal })),
  ])
  return { passkeys, devices }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

const dayOf = (instant: string) => formatDateTime(Date.parse(instant)).split(' ')[0]

const importAdd = () => import('../../passkey/add-button.tsx')
const AddButton = lazy(() => loadChunk(importAdd))

/** パスキーと端末: ways to log in without a password, and the browsers that need no code. */
export default function Security({ loaderData: { passkeys, devices } }: Route.ComponentProps) {
  return (
    <MemberPage title="パスキーと端末" parent={{ label: '会員情報', to: '/mypage/customer' }}>
      <div className="grid gap-12">
        <Loaded loaded={passkeys}>{(loaded) => <PasskeyList loaded={loaded} />}</Loaded>
        <Loaded loaded={devices}>{({ items }) => <DeviceList loaded={items} />}</Loaded>
      </div>
    </MemberPage>
  )
}

function PasskeyList({ loaded }: { loaded: Passkeys }) {
  const [passkeys, setPasskeys] = useState(loaded)
  const mayAdd = mayUsePasskeys()
  useEffect(() => {
    if (mayAdd)
      void import('../../passkey/browser.ts').then(({ tellAccepted }) => tellAccepted(passkeys)).catch(() => {})
  }, [passkeys, mayAdd])
  return (
    <section aria-labelledby="passkeys" className="grid gap-4">
      <SectionHeading id="passkeys">パスキー</SectionHeading>
      <p className="text-sm">
        指紋や顔、画面ロックの解除で、パスワードを入力せずにログインできます。なくした端末のパスキーは、ここで削除してください。
      </p>
      {passkeys.items.length > 0 && (
        <ul className="divide-y divide-line rounded-base border border-line bg-surface px-5">
          {passkeys.items.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} onRemoved={setPasskeys} />
          ))}
        </ul>
      )}
      {mayAdd ? (
        <Suspense fallback={<div className="min-h-tap" />}>
          <AddButton
            onAdded={(added) => {
              setPasskeys(added)
              toast('パスキーを登録しました')
            }}
          />
        </Suspense>
      ) : (
        <p className="text-sm text-muted">
          このブラウザでは、パスキーを登録できません。LINEなどのアプリの中でご覧のときは、SafariやChromeで開いてください。
        </p>
      )}
    </section>
  )
}

function Passkey({ passkey, onRemoved }: { passkey: MemberPasskey; onRemoved: (passkeys: Passkeys) => void }) {
  const { id, name, created_at, used_at } = passkey
  const remove = usePress(async () => {
    onRemoved(await quietApi('DELETE /v1/customer/passkeys/{id}', { params: { id } }))
    toast(`パスキー(${name})を削除しました`)
  })
  return (
    <Row
      name={name}
      details={`登録 ${dayOf(created_at)}${used_at ? `・最後のログイン ${dayOf(used_at)}` : ''}`}
      action="削除する"
      label={`パスキー(${name})を削除する`}
      {...remove}
    />
  )
}

function DeviceList({ loaded }: { loaded: readonly MemberDevice[] }) {
  const [items, setItems] = useState(loaded)
  return (
    <section aria-labelledby="devices" className="grid gap-4">
      <SectionHeading id="devices">確認済みの端末</SectionHeading>
      <p className="text-sm">
        ご本人と確かめた端末です。ほかの端末でカードやお客様情報を使うお手続きには、確認コードをお尋ねすることがあります。
      </p>
      {items.length === 0 ? (
        <p className="text-sm text-muted">確認済みの端末はありません。</p>
      ) : (
        <ul className="divide-y divide-line rounded-base border border-line bg-surface px-5">
          {items.map((device) => (
            <Device key={device.id} device={device} onRemoved={setItems} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Device({
  device: one,
  onRemoved,
}: {
  device: MemberDevice
  onRemoved: (items: readonly MemberDevice[]) => void
}) {
  const { id, device, proof, created_at, seen_at, is_current } = one
  const remove = usePress(async () => {
    onRemoved((await quietApi('DELETE /v1/customer/devices/{id}', { params: { id } })).items)
    toast(`${device}を一覧から外しました`)
  })
  return (
    <Row
      name={device}
      mark={is_current ? 'この端末' : undefined}
      details={`確認 ${dayOf(created_at)}(${DEVICE_PROOF_NAME[proof]})・最後のご利用 ${dayOf(seen_at)}`}
      action="外す"
      label={`${device}を一覧から外す`}
      {...remove}
    />
  )
}

interface RowProps extends ReturnType<typeof usePress> {
  name: string
  mark?: string | undefined
  details: string
  action: string
  label: string
}

const Row = ({ name, mark, details, action, label, press, isPending, problem }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 py-3">
    <div className="min-w-0">
      <p>
        {name}
        {mark && <span className="text-sm text-leaf"> {mark}</span>}
      </p>
      <p className="numeric text-xs text-muted">{details}</p>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem.message}
        </p>
      )}
    </div>
    <button
      type="button"
      aria-label={label}
      aria-disabled={isPending}
      className="text-link ml-auto inline-flex min-h-tap items-center text-sm"
      onClick={press}
    >
      {action}
    </button>
  </li>
)
