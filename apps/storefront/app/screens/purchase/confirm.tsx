import { privatePage } from '../../seo.ts'
import type { Route } from './+types/confirm.ts'
import { ConfirmScreen } from './confirm/confirm-screen.tsx'
import { loadConfirm } from './confirm/load-confirm.ts'
import { PurchaseSkeleton } from './purchase-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'ご注文内容の確認')

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadConfirm(url)
clientLoader.hydrate = true as const

export const HydrateFallback = PurchaseSkeleton

/** 最終確認画面 (特定商取引法 12条の6). */
export default function Confirm({ loaderData }: Route.ComponentProps) {
  // Another content is another screen, so its order key must not be reused.
  return <ConfirmScreen key={JSON.stringify(loaderData.order)} data={loaderData} />
}
