import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import type { Route } from './+types/addresses.ts'
import { AddressList } from './address-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お届け先')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) => ({
  addresses: await settle(quietApi('GET /v1/common/address', {}, { signal })),
})
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** お届け先の一覧 */
export default function Addresses({ loaderData: { addresses } }: Route.ComponentProps) {
  return (
    <MemberPage title="お届け先" lead="ご注文のときに選べる、お届け先の控えです。">
      <Loaded loaded={addresses}>{({ items }) => <AddressList addresses={items} />}</Loaded>
    </MemberPage>
  )
}
