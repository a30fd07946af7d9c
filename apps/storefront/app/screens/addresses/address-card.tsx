import type { Address } from '@kushi/contract/address'
import { formatPostcode } from '@kushi/values/postcode'
import { prefectureName } from '@kushi/values/prefecture'
import { Link } from 'react-router'
import { Phone } from '../../shell/phone.tsx'
import { Badge } from '../../ui/badge.tsx'
import { preloadDialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'

interface AddressCardProps {
  address: Address
  isBusy: boolean
  onDefault: () => void
  onDelete: () => void
}

const action = 'inline-flex min-h-tap items-center gap-2 text-link'

/** One お届け先 as it would stand on a parcel. */
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
      <div className="-mb-2 flex flex-wrap items-center gap-x-6 border-t border-line pt-1 text-sm">
        <Link to={`/mypage/addresses/${id}/edit`} className={action} aria-label={`${name} さまのお届け先を変更する`}>
          変更する
        </Link>
        {!is_default && (
          <button
            type="button"
            className={action}
            aria-disabled={isBusy || undefined}
            aria-label={`${name} さまをいつものお届け先にする`}
            onClick={onDefault}
          >
            {isBusy && <Spinner />}
            いつものお届け先にする
          </button>
        )}
        <button
          type="button"
          className={`${action} ml-auto text-muted`}
          aria-label={`${name} さまのお届け先を削除する`}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={onDelete}
        >
          削除する
        </button>
      </div>
    </article>
  )
}
