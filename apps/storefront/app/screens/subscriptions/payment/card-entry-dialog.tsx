import type { OwnCard } from '@kushi/contract/card'
import { quietApi } from '../../../api.ts'
import { CardFacts } from '../../../payment/card-facts.tsx'
import { CardForm } from '../../../payment/card-form.tsx'
import { saveReturnPath } from '../../../payment/return-path.ts'
import { useRegistration } from '../../../payment/use-registration.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface CardEntryDialogProps {
  open: boolean
  /** The card to replace; null: a new card. */
  card: OwnCard | null
  subscription_id: number
  onClose: () => void
}

/** カードの追加 and カード情報の変更: by token and 3-D Secure, as in お支払い方法. */
export function CardEntryDialog({ open, card, subscription_id, onClose }: CardEntryDialogProps) {
  const { form, isPending, problem, submit } = useRegistration((of) => {
    saveReturnPath(subscription_id, sessionStorage, Date.now())
    return card
      ? quietApi('POST /v1/common/mypage/card/update', { body: { ...of, card_seq: card.card_seq } })
      : quietApi('POST /v1/common/mypage/card/register', { body: { ...of, default_flag: '0' } })
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={card ? 'カード情報の変更' : 'カードの追加'}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            戻る
          </Button>
          <Button pending={isPending} onClick={(event) => void submit(event)}>
            {card ? 'このカードに変更する' : 'このカードを登録する'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {card && (
          <div className="rounded-base bg-sand p-4">
            <CardFacts card={card} />
          </div>
        )}
        {problem && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
        <CardForm form={form} />
        <p className="text-xs text-muted">
          カード番号は当店を通らず、決済代行会社へ直接送られます。カード会社の本人認証(3Dセキュア)の画面に移ることがあります。登録が済むと、この定期便に戻ります。
        </p>
      </div>
    </Dialog>
  )
}
