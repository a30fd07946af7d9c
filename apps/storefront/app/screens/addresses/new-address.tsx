import { quietApi } from '../../api.ts'
import { noBookAddress } from '../../form/book-address.ts'
import { loadNotes } from '../../form/note.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import type { Route } from './+types/new-address.ts'
import { AddressEditor } from './address-editor.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お届け先の追加')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const answers = Promise.all([quietApi('GET /v1/common/address', {}, { signal }), loadNotes()])
  return { loaded: await settle(answers.then(([{ items }, notes]) => ({ isFirst: items.length === 0, notes }))) }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** お届け先の追加 */
export default function NewAddress({ loaderData: { loaded } }: Route.ComponentProps) {
  return (
    <MemberPage title="お届け先の追加" parent={{ label: 'お届け先', to: '/mypage/addresses' }}>
      <Loaded loaded={loaded}>
        {({ isFirst, notes }) => (
          <AddressEditor
            name="address.new"
            initial={noBookAddress}
            notes={notes}
            isDefault={isFirst}
            label="このお届け先を追加する"
            save={(body) => quietApi('POST /v1/common/address/new', { body })}
            saved="お届け先を追加しました"
          />
        )}
      </Loaded>
    </MemberPage>
  )
}
