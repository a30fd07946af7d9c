import { quietApi } from '../../api.ts'
import { loadBlocks } from '../../extensions/load-blocks.ts'
import { Slot } from '../../extensions/slot.tsx'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberSkeleton } from '../../shell/member-page.tsx'
import { useShell } from '../../shell/use-shell.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/mypage.ts'
import { Greeting } from './greeting.tsx'
import { LogOutButton } from './log-out-button.tsx'
import { MypageEntries } from './mypage-entries.tsx'
import { TopNews } from './top-news.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'マイページ')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const top = await settle(quietApi('GET /v1/customer/mypage-top', {}, { signal }))
  return { top, blocks: top.data ? await loadBlocks(['mypage-home'], quietApi, { top: top.data }) : undefined }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** マイページ: who is here, what needs them, what comes next. */
export default function Mypage({ loaderData: { top, blocks } }: Route.ComponentProps) {
  const menu = useShell()?.menu ?? null
  return (
    <Page>
      <Greeting rank_name={top.data?.rank_name ?? null} />
      <div className="grid gap-12 md:grid-cols-[1fr_320px] lg:gap-20">
        <div className="grid min-w-0 content-start gap-12">
          <Loaded loaded={top}>
            {(top) => (
              <>
                <TopNews
                  top={top}
                  showsSubscriptions={menu?.menu_subscription_on ?? true}
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
