import { redirect } from 'react-router'
import { MemberSkeleton } from '../../shell/member-page.tsx'
import { afterLogin } from '../../state/after-login.ts'
import type { Route } from './+types/callback.ts'

/** Back from a login: the guard has found out who it is, so they go where they were going. */
export function clientLoader({ url }: Route.ClientLoaderArgs): never {
  throw redirect(afterLogin(url.searchParams.get('next')))
}
clientLoader.hydrate = true as const

export const HydrateFallback = MemberSkeleton

export default function Callback() {
  return <MemberSkeleton />
}
