import { redirect } from 'react-router'
import { MemberSkeleton } from '../../shell/member-page.tsx'
import { afterLogin } from '../../state/after-login.ts'
import type { Route } from './+types/callback.ts'

/** Returns from a login. The guard has loaded the member, so this redirects to the page that the visitor wanted. */
export function clientLoader({ url }: Route.ClientLoaderArgs): never {
  throw redirect(afterLogin(url.searchParams.get('next')))
}
clientLoader.hydrate = true as const

export const HydrateFallback = MemberSkeleton

export default function Callback() {
  return <MemberSkeleton />
}
