import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { loadBlocks } from '../../extensions/load-blocks.ts'
import { Slot } from '../../extensions/slot.tsx'
import { VerifyEmail } from '../../parts/verify-email.tsx'
import { mayUsePasskeys } from '../../passkey/may-use.ts'
import { isOfferDue } from '../../passkey/offer-mark.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberSkeleton } from '../../shell/member-page.tsx'
import { useShell } from '../../shell/use-shell.ts'
import { useActing } from '../../state/acting.ts'
import { sessionStore, useCustomer } from '../../state/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/mypage.ts'
import { MypageEntries } from './mypage-entries.tsx'
import { TopNews } from './top-news.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'マイページ')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const top = await settle(quietApi('GET /v1/customer/mypage-top', {}, { signal }))
  return { top, blocks: top.data ? await loadBlocks(['mypage-home'], quietApi, { top: top.data }) : undefined }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** マイページ: greeting, tasks of the member, next deliveries. */
export default function Mypage({ loaderData: { top, blocks } }: Route.ComponentProps) {
  const menu = useShell()?.menu ?? null
  return (
    <Page>
      <Greeting rank_name={top.data?.rank_name ?? null} />
      <div className="grid gap-12 md:grid-cols-[1fr_320px] lg:gap-20">
        <div className="grid min-w-0 content-start gap-12">
          <VerifyEmail />
          <PasskeyOffer />
          <Loaded loaded={top}>
            {(top) => (
              <>
                <TopNews
                  top={top}
                  showsSubscriptions={(menu?.menu_subscription_on ?? true) || top.next_deliveries.length > 0}
                  showsPurchases={menu?.menu_purchase_on ?? true}
                />
                <Slot name="mypage-home" loaded={blocks} top={top} />
              </>
            )}
          </Loaded>
        </div>
        <div className="grid content-start gap-8">
          <MypageEntries />
          <LogOutButton />
        </div>
      </div>
    </Page>
  )
}

/** Once, after a login by password; its code is loaded only then. */
function PasskeyOffer() {
  const [isDue] = useState(() => mayUsePasskeys() && isOfferDue())
  const isActing = useActing() !== null
  if (!isDue || isActing) return null
  return (
    <Suspense>
      <LoadedOffer />
    </Suspense>
  )
}

const LoadedOffer = lazy(() => loadChunk(() => import('../../passkey/offer.tsx')))

/** ログアウト. The guard does it on the navigation to the login screen. */
function LogOutButton() {
  const navigate = useNavigate()
  return (
    <div>
      <Button
        look="secondary"
        onClick={() => {
          sessionStore.setState({ is_leaving: true })
          void navigate('/login')
        }}
      >
        ログアウト
      </Button>
    </div>
  )
}

/** The name of the member, with the rank if it is to be shown. For a business, the company and the manager. */
function Greeting({ rank_name }: { rank_name: string | null }) {
  const customer = useCustomer()
  const isBusiness = customer?.account_type && customer.company_name
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 py-8 md:pt-14 md:pb-10">
      <h1 tabIndex={-1} className="text-2xl md:text-3xl">
        <span className="mb-1 block font-gothic text-xs font-normal text-muted">マイページ</span>
        {isBusiness && <span className="block text-base">{customer.company_name}</span>}
        {customer && (
          <>
            {isBusiness && customer.manager_name ? customer.manager_name : `${customer.name01} ${customer.name02}`}
            <span className="ml-2 text-base font-normal">さま</span>
          </>
        )}
      </h1>
      {rank_name && (
        <p className="flex items-center gap-2 text-sm">
          <span className="text-muted">会員ランク</span>
          <Badge tone="leaf">{rank_name}</Badge>
        </p>
      )}
    </div>
  )
}
