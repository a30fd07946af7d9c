import { ApiError } from '@kushi/contract/client'
import { LINKED_WALLET_NAME, type LinkedWallet } from '@kushi/values/linked-account'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { useEffect } from 'react'
import { redirect, useNavigate, useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { linkedPath } from '../../payment/linked-path.ts'
import { privatePage } from '../../seo.ts'
import { purchasePath } from '../../state/purchase-kind.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/skeleton.tsx'
import type { Route } from './+types/linked-account.ts'
import { ReturnFrame } from './return-frame.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '連携のお手続き')

/** Where to go on; a problem: why not, and where the member came from. */
interface LinkReturn {
  problem: string | null
  to: string
}

/** The server reads the token, links the account and charges the order that waits for it. Repeated, it changes nothing. */
export async function clientLoader({ url }: Route.ClientLoaderArgs): Promise<LinkReturn> {
  const response_token = url.searchParams.get('responseToken')
  const wallet = url.searchParams.get('wallet')
  const subscription = url.searchParams.get('subscription')
  if (!response_token || !isWallet(wallet)) throw redirect('/mypage/payments')
  try {
    const body = { wallet, response_token }
    const { order_no } = await quietApi('POST /v1/common/mypage/linked-account/finish', { body })
    const complete = `${purchasePath('periodic', 'complete')}?order_no=${encodeURIComponent(order_no ?? '')}`
    return { problem: null, to: order_no === null ? linkedPath(PAYMENT_METHOD[wallet], subscription) : complete }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { problem: error.message, to: linkedPath(null, subscription) }
  }
}
clientLoader.hydrate = true as const

const isWallet = (text: string | null): text is LinkedWallet => text !== null && Object.hasOwn(LINKED_WALLET_NAME, text)

const Waiting = () => (
  <ReturnFrame>
    <PageHeading>連携を確認しています</PageHeading>
    <p role="status" className="flex items-center gap-3">
      <Spinner />
      このまま少しお待ちください。
    </p>
  </ReturnFrame>
)
export const HydrateFallback = Waiting

/** Return from a wallet's page of 連携, without header and footer, so that no link leads away halfway. */
export default function LinkedAccountReturn({ loaderData: { problem, to } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (problem === null) void navigate(to, { replace: true })
  }, [problem, to, navigate])
  if (problem === null) return <Waiting />
  return (
    <ReturnFrame>
      <PageHeading>連携できませんでした</PageHeading>
      <div className="grid gap-6">
        <Notice tone="danger" role="alert">
          <p>{problem}</p>
        </Notice>
        <div className="grid gap-3 md:grid-cols-2">
          <Button wide pending={state === 'loading'} onClick={() => void revalidate()}>
            もう一度確認する
          </Button>
          <ButtonLink to={to} look="secondary" wide>
            お支払い方法に戻る
          </ButtonLink>
        </div>
      </div>
    </ReturnFrame>
  )
}
