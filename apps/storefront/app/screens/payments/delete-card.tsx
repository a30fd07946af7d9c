import type { OwnCard } from '@kushi/contract/card'
import { useRef } from 'react'
import { CardFacts } from '../../payment/card-facts.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface DeleteCardProps {
  /** null: the dialog is closed. */
  card: OwnCard | null
  isPending: boolean
  onClose: () => void
  onDelete: (card: OwnCard) => void
}

/**
 * Asks before a card is deleted. For a card that pays a subscription, states why
 * it can't be deleted and what to do first.
 */
export function DeleteCard({ card, isPending, onClose, onDelete }: DeleteCardProps) {
  // The dialog keeps showing the card while it closes.
  const shown = useRef(card)
  if (card) shown.current = card
  const { current } = shown
  const isPaying = (current?.subscription_ids.length ?? 0) > 0
  return (
    <Dialog
      open={card !== null}
      onClose={onClose}
      title={isPaying ? 'このカードは削除できません' : 'カードの削除'}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {isPaying ? '閉じる' : '残しておく'}
          </Button>
          {isPaying ? (
            <ButtonLink to="/mypage/subscriptions">定期便を確認する</ButtonLink>
          ) : (
            <Button pending={isPending} onClick={() => current && onDelete(current)}>
              削除する
            </Button>
          )}
        </>
      }
    >
      {current && (
        <div className="grid gap-3 text-sm">
          <CardFacts card={current} />
          {isPaying ? (
            <p>
              定期便(契約番号 {current.subscription_ids.join('、')}
              )のお支払いに使われています。定期便のお支払い方法を変更するか、このカードを新しいカードに変更してください。
            </p>
          ) : (
            <ul className="list-disc pl-5">
              {current.default_flag === '1' && (
                <li>いつも使うカードです。ほかにカードがあれば、そちらに切り替わります。</li>
              )}
              <li>すでにご注文いただいた分のお支払いは変わりません。</li>
              <li>また使うときは、カードをもう一度ご入力ください。</li>
            </ul>
          )}
        </div>
      )}
    </Dialog>
  )
}
