import type { Address } from '@kushi/contract/address'
import { useState } from 'react'
import { api } from '../../api.ts'
import { toast } from '../../state/toast.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { News } from '../../ui/news.tsx'
import { AddressCard } from './address-card.tsx'
import { DeleteAddress } from './delete-address.tsx'

type AddressMark = Pick<Address, 'id' | 'is_default'>

/** いつものお届け先 first, the others in the order of creation. */
export const defaultFirst = <A extends AddressMark>(addresses: readonly A[]): A[] =>
  [...addresses].sort((a, b) => Number(b.is_default) - Number(a.is_default) || a.id - b.id)

/** Makes one address the default, and removes the mark from the others. */
export const withDefault = <A extends AddressMark>(addresses: readonly A[], id: number | null): A[] =>
  addresses.map((address) => ({ ...address, is_default: address.id === id }))

/** The list without the deleted address; another one may be the default now. */
export const withoutAddress = <A extends AddressMark>(
  addresses: readonly A[],
  id: number,
  defaultId: number | null,
): A[] =>
  withDefault(
    addresses.filter((address) => address.id !== id),
    defaultId,
  )

/** The server rejects more addresses than this. */
const MAX_ADDRESSES = 20

/** All addresses of the member, with the actions on each. */
export function AddressList({ addresses: loaded }: { addresses: readonly Address[] }) {
  const { addresses, busy, news, makeDefault, remove } = useAddresses(loaded)
  const [addressToDelete, setAddressToDelete] = useState<Address | null>(null)
  const isFull = addresses.length >= MAX_ADDRESSES
  return (
    <div className="grid gap-6">
      <News text={news} />
      {addresses.length === 0 ? (
        <EmptyState
          title="お届け先はまだありません"
          text="ご自宅のほか、ご家族やお勤め先も登録できます。登録しておくと、ご注文のときに選ぶだけになります。"
        >
          <ButtonLink to="/mypage/addresses/new">お届け先を追加する</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <ul className="grid gap-4">
            {addresses.map((address) => (
              <li key={address.id}>
                <AddressCard
                  address={address}
                  isBusy={busy === address.id}
                  onDefault={() => void makeDefault(address)}
                  onDelete={() => setAddressToDelete(address)}
                />
              </li>
            ))}
          </ul>
          {isFull ? (
            <p className="text-sm text-muted">
              お届け先は{MAX_ADDRESSES}件まで登録できます。追加するには、お使いにならないお届け先を削除してください。
            </p>
          ) : (
            <BottomBar onDesktop="inline">
              <div className="md:max-w-panel">
                <ButtonLink to="/mypage/addresses/new" wide>
                  お届け先を追加する
                </ButtonLink>
              </div>
            </BottomBar>
          )}
        </>
      )}
      <DeleteAddress
        address={addressToDelete}
        isLast={addresses.length === 1}
        isPending={busy !== null}
        onClose={() => setAddressToDelete(null)}
        onDelete={async (address) => {
          await remove(address)
          setAddressToDelete(null)
        }}
      />
    </div>
  )
}

/** The list with the changes made on this screen. */
function useAddresses(loaded: readonly Address[]) {
  const [addresses, setAddresses] = useState(() => defaultFirst(loaded))
  /** Id of the address with a call in progress. */
  const [busy, setBusy] = useState<number | null>(null)
  /** The server's message after a deletion. */
  const [news, setNews] = useState<string | null>(null)

  /** Returns false if the call failed; a toast has shown the error. */
  async function call(id: number, work: () => Promise<void>): Promise<boolean> {
    if (busy !== null) return false
    setBusy(id)
    try {
      await work()
      return true
    } catch {
      return false
    } finally {
      setBusy(null)
    }
  }

  return {
    addresses,
    busy,
    news,
    makeDefault: ({ id }: Address) =>
      call(id, async () => {
        await api('PUT /v1/common/address/update/{id}', { params: { id }, body: { is_default: true } })
        // Keeps the order, so that the clicked entry does not move.
        setAddresses((before) => withDefault(before, id))
        toast('いつものお届け先を変更しました')
      }),
    remove: ({ id }: Address) =>
      call(id, async () => {
        const { message, default_id } = await api('DELETE /v1/common/address/delete/{id}', { params: { id } })
        setAddresses((before) => withoutAddress(before, id, default_id))
        setNews(message)
      }),
  }
}
