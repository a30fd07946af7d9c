import { quietApi } from '../../api.ts'
import { typedBookAddress } from '../../form/book-address.ts'
import { loadNotes } from '../../form/note.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import type { Route } from './+types/edit-address.ts'
import { AddressEditor } from './address-editor.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お届け先の変更')

export const clientLoader = async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) => {
  const answers = Promise.all([
    quietApi('GET /v1/common/address/detail/{id}', { params: { id } }, { signal }),
    loadNotes(),
  ])
  return { loaded: await settle(answers.then(([address, notes]) => ({ address, notes }))) }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** お届け先の変更 */
export default function EditAddress({ params: { id }, loaderData: { loaded } }: Route.ComponentProps) {
  const isMissing = loaded.error?.status === 404 || loaded.error?.status === 422
  return (
    <MemberPage title="お届け先の変更" parent={{ label: 'お届け先', to: '/mypage/addresses' }}>
      {isMissing ? (
        <NoSuchAddress />
      ) : (
        <Loaded loaded={loaded}>
          {({ address, notes }) => (
            <AddressEditor
              key={address.id}
              name={`address.${address.id}`}
              initial={typedBookAddress(
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
        </Loaded>
      )}
    </MemberPage>
  )
}

/** The address was deleted on another device, or the URL is wrong. */
const NoSuchAddress = () => (
  <EmptyState title="このお届け先は見つかりません" text="削除されたか、アドレスが変わった可能性があります。">
    <ButtonLink to="/mypage/addresses">お届け先の一覧へ</ButtonLink>
  </EmptyState>
)
