import type { Address } from '@kushi/contract/address'
import { useState } from 'react'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { News } from '../../ui/news.tsx'
import { AddressCard } from './address-card.tsx'
import { DeleteAddress } from './delete-address.tsx'
import { useAddresses } from './use-addresses.ts'

/** More than this, and the server refuses another one. */
const MOST = 20

/** Every address of the member, and what can be done with each. */
export function AddressList({ addresses: loaded }: { addresses: readonly Address[] }) {
  const { addresses, busy, news, makeDefault, remove } = useAddresses(loaded)
  const [asked, setAsked] = useState<Address | null>(null)
  const isFull = addresses.length >= MOST
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
                  onDelete={() => setAsked(address)}
                />
              </li>
            ))}
          </ul>
          {isFull ? (
            <p className="text-sm text-muted">
              お届け先は{MOST}件まで登録できます。追加するには、お使いにならないお届け先を削除してください。
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
        address={asked}
        isLast={addresses.length === 1}
        isPending={busy !== null}
        onClose={() => setAsked(null)}
        onDelete={async (address) => {
          await remove(address)
          setAsked(null)
        }}
      />
    </div>
  )
}
