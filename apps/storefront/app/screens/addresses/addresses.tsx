import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { Answered } from '../mypage/frame/answered.tsx'
import { MemberPage } from '../mypage/frame/member-page.tsx'
import { MemberSkeleton } from '../mypage/frame/member-skeleton.tsx'
import type { Route } from './+types/addresses.ts'
import { AddressList } from './address-list.tsx'
import { AddressListSkeleton } from './address-skeletons.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お届け先')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** お届け先の一覧 */
export default function Addresses() {
  const answer = useAnswer('addresses', (signal) => quietApi('GET /v1/common/address', {}, { signal }))
  return (
    <MemberPage title="お届け先" lead="ご注文のときに選べる、お届け先の控えです。">
      <Answered answer={answer} skeleton={<AddressListSkeleton />}>
        {({ items }) => <AddressList addresses={items} />}
      </Answered>
    </MemberPage>
  )
}
