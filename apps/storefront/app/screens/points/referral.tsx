import type { Referral as ReferralState } from '@kushi/contract/point'
import { formatPoints } from '@kushi/values/points'
import { useRevalidator } from 'react-router'
import { api, quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { useShell } from '../../shell/use-shell.ts'
import { toast, toastError } from '../../state/toast.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { SectionHeading } from '../../ui/heading.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import type { Route } from './+types/referral.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お友だち紹介')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) =>
  settle(quietApi('GET /v1/referral', {}, { signal }))
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** お友だち紹介: the link and ways to pass it on, how many came, and the rules. */
export default function Referral({ loaderData }: Route.ComponentProps) {
  return (
    <MemberPage title="お友だち紹介">
      <Loaded loaded={loaderData}>
        {(state) => (
          <div className="grid gap-12">
            <Invitation {...state} />
            {(state.friends > 0 || state.granted > 0) && (
              <section aria-labelledby="friends" className="grid gap-2">
                <SectionHeading id="friends">これまでのご紹介</SectionHeading>
                <p>
                  ご注文になったお友だち{' '}
                  <span className="numeric font-medium">{state.friends.toLocaleString('ja-JP')}</span>人
                </p>
                <p className="text-sm">
                  付与したポイント {formatPoints(state.granted)}
                  {state.coming > 0 && `、これから付与する予定 ${formatPoints(state.coming)}`}
                </p>
              </section>
            )}
            {state.is_open && (
              <section aria-labelledby="terms" className="grid gap-2">
                <SectionHeading id="terms">ご紹介のきまり</SectionHeading>
                <ul className="list-disc pl-5 text-sm">
                  {state.referral_terms.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </section>
            )}
          </div>
        )}
      </Loaded>
    </MemberPage>
  )
}

function Invitation({ is_open, may_refer, referral_code }: ReferralState) {
  const { revalidate } = useRevalidator()
  if (!is_open) return <p>ただいま、お友だち紹介をお休みしています。</p>
  if (!may_refer) return <p>はじめてのお届けのあとに、ここからお友だちをご紹介いただけます。</p>
  const make = async () => {
    await api('POST /v1/referral', {})
    await revalidate()
  }
  return (
    <section aria-labelledby="link" className="grid gap-4">
      <SectionHeading id="link">紹介リンク</SectionHeading>
      {referral_code === null ? (
        <div className="grid gap-3">
          <p>あなた専用のリンクを作り、お友だちにお送りください。リンクからお名前は分かりません。</p>
          <div>
            <Button onClick={() => void make().catch(() => {})}>紹介リンクを作る</Button>
          </div>
        </div>
      ) : (
        <Link code={referral_code} />
      )}
    </section>
  )
}

function Link({ code }: { code: string }) {
  const shell = useShell()
  const url = `${shell?.public_url ?? ''}/sh/?coupon=${code}`
  const name = shell?.shop?.shop_name ?? ''
  const text = `${name}をご紹介します。\n${url}`
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    toast('紹介リンクをコピーしました')
  }
  const onFailure = () => toastError('コピーできませんでした。リンクを長押しして、選んでコピーしてください。')
  return (
    <div className="grid gap-4">
      <p className="numeric select-all break-all rounded-base bg-sand p-4">{url}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy().catch(onFailure)}>コピーする</Button>
        <a
          href={`https://line.me/R/share?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', false)}
        >
          LINEで送る
        </a>
        <a
          href={`mailto:?subject=${encodeURIComponent(`${name}のご紹介`)}&body=${encodeURIComponent(text)}`}
          className={buttonClass('secondary', false)}
        >
          メールで送る
        </a>
      </div>
    </div>
  )
}
