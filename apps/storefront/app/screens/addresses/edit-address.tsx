import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { Answered } from '../mypage/frame/answered.tsx'
import { MemberPage } from '../mypage/frame/member-page.tsx'
import { MemberSkeleton } from '../mypage/frame/member-skeleton.tsx'
import type { Route } from './+types/edit-address.ts'
import { AddressEditor } from './address-editor.tsx'
import { toFields } from './address-form.ts'
import { AddressFormSkeleton } from './address-skeletons.tsx'
import { loadNotes } from './load-notes.ts'
import { NoSuchAddress } from './no-such-address.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お届け先の変更')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** お届け先の変更 */
export default function EditAddress({ params: { id } }: Route.ComponentProps) {
  const answer = useAnswer(`address.${id}`, async (signal) => {
    const [address, notes] = await Promise.all([
      quietApi('GET /v1/common/address/detail/{id}', { params: { id } }, { signal }),
      loadNotes(),
    ])
    return { address, notes }
  })
  const isMissing = answer.error?.status === 404 || answer.error?.status === 422
  return (
    <MemberPage title="お届け先の変更" parent={{ label: 'お届け先', to: '/mypage/addresses' }}>
      {isMissing ? (
        <NoSuchAddress />
      ) : (
        <Answered answer={answer} skeleton={<AddressFormSkeleton />}>
          {({ address, notes }) => (
            <AddressEditor
              key={address.id}
              name={`address.${address.id}`}
              initial={toFields(
                address,
                notes.map(({ label }) => label),
              )}
              notes={notes}
              isDefault={address.is_default}
              label="変更を保存する"
              save={(body) => quietApi('PUT /v1/common/address/update/{id}', { params: { id }, body })}
              saved="お届け先を変更しました"
            />
          )}
        </Answered>
      )}
    </MemberPage>
  )
}
