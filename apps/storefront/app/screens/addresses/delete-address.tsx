import type { Address } from '@kushi/contract/address'
import { addressText } from '@kushi/values/address'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface DeleteAddressProps {
  /** null: the dialog is closed. */
  address: Address | null
  isLast: boolean
  isPending: boolean
  onClose: () => void
  onDelete: (address: Address) => void
}

/** Asks before an address is deleted, and states what the deletion does not affect. */
export function DeleteAddress({ address, isLast, isPending, onClose, onDelete }: DeleteAddressProps) {
  // The dialog keeps showing the address while it closes.
  const shown = useRef(address)
  if (address) shown.current = address
  const { current } = shown
  return (
    <Dialog
      open={address !== null}
      onClose={onClose}
      title="お届け先の削除"
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            残しておく
          </Button>
          <Button pending={isPending} onClick={() => current && onDelete(current)}>
            削除する
          </Button>
        </>
      }
    >
      {current && (
        <div className="grid gap-3 text-sm">
          <p>
            {current.name01} {current.name02} さまのお届け先を、一覧から削除します。
          </p>
          <p className="border-l-2 border-brass pl-3">{addressText(current)}</p>
          <ul className="list-disc pl-5">
            {current.is_default && !isLast && (
              <li>いつものお届け先です。削除すると、残りのうち、いちばん前に登録したお届け先が選ばれます。</li>
            )}
            <li>すでにご注文いただいた商品と、定期便のお届け先は変わりません。</li>
            <li>必要になったら、いつでも登録し直せます。</li>
          </ul>
        </div>
      )}
    </Dialog>
  )
}
