import type { Address } from '@kushi/contract/address'
import { formatPostcode } from '@kushi/values/address'
import { prefectureName } from '@kushi/values/prefecture'
import { SavedItemActions } from '../../parts/saved-item-actions.tsx'
import { Phone } from '../../shell/phone.tsx'
import { Badge } from '../../ui/badge.tsx'

interface AddressCardProps {
  address: Address
  isBusy: boolean
  onDefault: () => void
  onDelete: () => void
}

/** One お届け先 as it is printed on a parcel. */
export function AddressCard({ address, isBusy, onDefault, onDelete }: AddressCardProps) {
  const { id, name01, name02, pref_id, addr01, addr02, addr03, phone_number, delivery_notes, is_default } = address
  const name = `${name01} ${name02}`
  return (
    <article
      aria-label={`${name} さま`}
      className={`grid gap-3 rounded-base border bg-surface p-5 ${is_default ? 'border-ink' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">
          {name} <span className="text-sm font-normal">さま</span>
        </h2>
        {is_default && <Badge tone="filled">いつものお届け先</Badge>}
      </div>
      <address className="not-italic text-sm">
        <span className="numeric">〒{formatPostcode(address)}</span>
        <br />
        {prefectureName(pref_id)}
        {addr01}
        {addr02}
        {addr03 && (
          <>
            <br />
            {addr03}
          </>
        )}
        <br />
        <Phone number={phone_number} />
      </address>
      {delivery_notes && (
        <p className="text-sm">
          <span className="text-muted">置き配: </span>
          <span className="whitespace-pre-wrap">{delivery_notes}</span>
        </p>
      )}
      <SavedItemActions
        to={`/mypage/addresses/${id}/edit`}
        itemName={`${name} さまのお届け先`}
        defaultMark={is_default ? null : { who: `${name} さま`, words: 'いつものお届け先にする' }}
        isBusy={isBusy}
        onDefault={onDefault}
        onDelete={onDelete}
      />
    </article>
  )
}
