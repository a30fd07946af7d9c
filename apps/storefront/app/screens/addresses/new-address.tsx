import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { Answered } from '../mypage/frame/answered.tsx'
import { MemberPage } from '../mypage/frame/member-page.tsx'
import { MemberSkeleton } from '../mypage/frame/member-skeleton.tsx'
import type { Route } from './+types/new-address.ts'
import { AddressEditor } from './address-editor.tsx'
import { noAddress } from './address-form.ts'
import { AddressFormSkeleton } from './address-skeletons.tsx'
import { loadNotes } from './load-notes.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お届け先の追加')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** お届け先の追加 */
export default function NewAddress() {
  const answer = useAnswer('address.new', async (signal) => {
    const [{ items }, notes] = await Promise.all([quietApi('GET /v1/common/address', {}, { signal }), loadNotes()])
    return { isFirst: items.length === 0, notes }
  })
  return (
    <MemberPage title="お届け先の追加" parent={{ label: 'お届け先', to: '/mypage/addresses' }}>
      <Answered answer={answer} skeleton={<AddressFormSkeleton />}>
        {({ isFirst, notes }) => (
          <AddressEditor
            name="address.new"
            initial={noAddress}
            notes={notes}
            isDefault={isFirst}
            label="このお届け先を追加する"
            save={(body) => quietApi('POST /v1/common/address/new', { body })}
            saved="お届け先を追加しました"
          />
        )}
      </Answered>
    </MemberPage>
  )
}
