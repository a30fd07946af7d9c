import { useEffect } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { privatePage } from '../../seo.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/skeleton.tsx'
import type { Route } from './+types/amazon.ts'
import { loadAmazonReturn } from './load-amazon-return.ts'
import { ReturnFrame } from './return-frame.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'Amazon Payのお手続き')

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadAmazonReturn(url)
clientLoader.hydrate = true as const

const Waiting = () => (
  <ReturnFrame>
    <PageHeading>Amazon Payの内容を確認しています</PageHeading>
    <p role="status" className="flex items-center gap-3">
      <Spinner />
      このまま少しお待ちください。
    </p>
  </ReturnFrame>
)
export const HydrateFallback = Waiting

/** Return from Amazon Pay, without header and footer, so that no link leads away halfway. */
export default function AmazonReturn({ loaderData }: Route.ComponentProps) {
  const { kind, problem, to } = loaderData
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!problem) void navigate(to, { replace: true })
  }, [problem, to, navigate])
  if (!problem) return <Waiting />
  return (
    <ReturnFrame>
      <PageHeading>Amazon Payのお手続きを続けられません</PageHeading>
      <div className="grid gap-6">
        <Notice tone="danger" role="alert" title="ご注文は確定していません">
          <p>{problem.message}</p>
          <p>代金は請求されません。カートの商品とご入力の内容は、そのまま残っています。</p>
        </Notice>
        <div className="grid gap-3 md:grid-cols-2">
          {problem.is_over ? (
            <ButtonLink to={`/cart?tab=${kind}`} wide>
              カートからやり直す
            </ButtonLink>
          ) : (
            <Button wide pending={state === 'loading'} onClick={() => void revalidate()}>
              もう一度確認する
            </Button>
          )}
          <ButtonLink to={to} look="secondary" wide>
            ほかのお支払い方法を選ぶ
          </ButtonLink>
        </div>
      </div>
    </ReturnFrame>
  )
}
