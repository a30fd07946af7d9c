import type { MemberConsent } from '@kushi/contract/customer'
import type { MessageChannel } from '@kushi/values/message'
import { formatDateTime } from '@kushi/values/timestamp'
import { Link, useRevalidator } from 'react-router'
import { api, quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { useActing } from '../../state/acting.ts'
import { changeCustomer } from '../../state/auth.ts'
import { useCustomer } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SectionHeading } from '../../ui/heading.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import type { Route } from './+types/consents.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '同意の記録')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) =>
  settle(quietApi('GET /v1/customer/consents', {}, { signal }))
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 同意の記録: what the member agreed to, in which words, and a press that takes it back. */
export default function Consents({ loaderData }: Route.ComponentProps) {
  return (
    <MemberPage
      title="同意の記録"
      lead="いつ、どの画面で、どの文面に同意されたかの控えです。"
      parent={{ label: '会員情報', to: '/mypage/customer' }}
    >
      <div className="grid gap-10">
        <CurrentConsents />
        <Loaded loaded={loaderData}>
          {({ items }) => (
            <section aria-labelledby="record" className="grid gap-4">
              <SectionHeading id="record">これまでの記録</SectionHeading>
              {items.length === 0 ? (
                <EmptyState title="記録はまだありません" text="同意や取り消しをされると、ここに控えが残ります。" />
              ) : (
                <ul className="divide-y divide-line rounded-base border border-line bg-surface px-5">
                  {items.map((one) => (
                    <ConsentRow key={one.id} consent={one} />
                  ))}
                </ul>
              )}
            </section>
          )}
        </Loaded>
        <p className="text-sm text-muted">
          利用規約とプライバシーポリシーへの同意の取り消しは、退会のお手続きになります。後払い会社への情報の提供をこれから止めるには、定期便のお支払い方法を変更してください。
          <Link to="/mypage/customer/privacy" className="text-link inline-flex min-h-tap items-center">
            お渡しした情報についてのご請求
          </Link>
        </p>
      </div>
    </MemberPage>
  )
}

const CHANNELS = [
  ['mail', 'メールでのお知らせ'],
  ['line', 'LINEでのお知らせ'],
] as const

/** お知らせ: what holds now, and the press that takes it back. */
function CurrentConsents() {
  const customer = useCustomer()
  const isOwn = !useActing()
  const { revalidate } = useRevalidator()
  if (!customer) return null
  const withdrawConsent = async (channel: MessageChannel) => {
    await api('POST /v1/customer/consents/take-back', { body: { channel } })
    changeCustomer({ ...customer, [`${channel}_magazine_flag`]: false })
    toast('同意を取り消しました。お知らせはお送りしません')
    await revalidate()
  }
  return (
    <section aria-labelledby="standing" className="grid gap-4">
      <SectionHeading id="standing">いまのご設定</SectionHeading>
      <ul className="divide-y divide-line rounded-base border border-line bg-surface px-5">
        {CHANNELS.map(([channel, name]) => {
          const isGiven = customer[`${channel}_magazine_flag`]
          return (
            <li key={channel} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <p>
                <span className="block text-xs text-muted">{name}</span>
                {isGiven ? '受け取る' : '受け取らない'}
              </p>
              {isGiven && isOwn && (
                <Button
                  look="secondary"
                  aria-label={`${name}への同意を取り消す`}
                  onClick={() => void withdrawConsent(channel).catch(() => {})}
                >
                  同意を取り消す
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const ConsentRow = ({
  consent: { name, is_given, address, screen, wording, version, created_at },
}: {
  consent: MemberConsent
}) => (
  <li className="grid gap-1 py-3">
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-medium">
        {name}({is_given ? '同意' : '取り消し'})
      </span>
      <span className="numeric text-sm text-muted">{formatDateTime(created_at)}</span>
    </p>
    {wording && <p className="text-sm">「{wording}」</p>}
    <p className="text-sm text-muted">
      {[screen ?? '画面の記録はありません', address, version && `文面の版 ${version}`].filter(Boolean).join('・')}
    </p>
  </li>
)
