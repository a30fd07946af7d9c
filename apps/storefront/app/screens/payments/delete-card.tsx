import type { OwnCard } from '@kushi/contract/card'
import { useRef } from 'react'
import { CardFacts } from '../../payment/card-facts.tsx'
import { RemovalDialog } from './removal-dialog.tsx'

interface DeleteCardProps {
  /** null: the dialog is closed. */
  card: OwnCard | null
  isPending: boolean
  onClose: () => void
  onDelete: (card: OwnCard) => void
}

/** Asks before a card is deleted. */
export function DeleteCard({ card, isPending, onClose, onDelete }: DeleteCardProps) {
  // The dialog keeps showing the card while it closes.
  const shown = useRef(card)
  if (card) shown.current = card
  const { current } = shown
  return (
    <RemovalDialog
      isOpen={card !== null}
      isPending={isPending}
      title="カードの削除"
      blockedTitle="このカードは削除できません"
      subscription_ids={current?.subscription_ids ?? []}
      blockedText="のお支払いに使われています。定期便のお支払い方法を変更するか、このカードを新しいカードに変更してください。"
      action="削除する"
      subject={current && <CardFacts card={current} />}
      onClose={onClose}
      onRemove={() => current && onDelete(current)}
    >
      {current?.default_flag === '1' && <li>いつも使うカードです。ほかにカードがあれば、そちらに切り替わります。</li>}
      <li>すでにご注文いただいた分のお支払いは変わりません。</li>
      <li>また使うときは、カードをもう一度ご入力ください。</li>
    </RemovalDialog>
  )
}
