import type { PayLink } from '@kushi/contract/subscription'
import { useRevalidator } from 'react-router'
import { bareApi } from '../../../api.ts'
import { openMethods } from '../../../payment/use-payment-methods.ts'
import { privatePage } from '../../../seo.ts'
import { settle } from '../../../settle.ts'
import { linkToken } from '../../../state/link-token.ts'
import { tabStorage } from '../../../state/storage.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { FormSkeleton } from '../../../ui/skeleton.tsx'
import type { Route } from './+types/pay-delivery.ts'
import { PayForm } from './pay-form.tsx'

const TITLE = 'このお届けのお支払い'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

/** Only this tab has the token. */
export async function clientLoader() {
  const token = linkToken(tabStorage(), '/pay-delivery')
  const call = async () => {
    const link = await bareApi('POST /v1/order/subscription/pay/show', { body: { token } })
    return { ...link, methods: await openMethods(link.methods) }
  }
  return { token, link: token ? await settle(call()) : null }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title={TITLE} />

const titles = {
  in_progress: 'お支払いを確認しています',
  paid: 'お手続きはお済みです',
  over: 'このページではお支払いいただけません',
  expired: 'お支払いの期限を過ぎました',
} as const satisfies Partial<Record<PayLink['state'], string>>

/** A delivery whose payment was refused, paid once by the link of its mail, without a login. */
export default function PayDelivery({ loaderData: { token, link } }: Route.ComponentProps) {
  const isNoLink = link?.error?.status === 404 || link?.error?.status === 422
  return (
    <Page width="form">
      {!link || isNoLink ? (
        <EmptyState
          isPage
          title="このURLではご覧いただけません"
          text="メールに書かれたURLを、もう一度お開きください。お支払いは、マイページでもお手続きいただけます。"
        >
          <ToMyPage />
        </EmptyState>
      ) : (
        <Loaded loaded={link}>
          {(found) =>
            found.state === 'open' ? (
              <>
                <PageHeading>{TITLE}</PageHeading>
                <PayForm token={token} link={found} />
              </>
            ) : (
              <EmptyState isPage title={titles[found.state]} text={found.message}>
                {found.state === 'in_progress' ? <RetryNotice /> : <ToMyPage />}
              </EmptyState>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}

const ToMyPage = () => <ButtonLink to="/mypage/subscriptions">マイページの定期便へ</ButtonLink>

function RetryNotice() {
  const { revalidate, state } = useRevalidator()
  return (
    <Button pending={state === 'loading'} onClick={() => void revalidate()}>
      もう一度確かめる
    </Button>
  )
}
