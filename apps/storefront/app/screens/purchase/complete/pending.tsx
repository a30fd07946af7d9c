import { type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/skeleton.tsx'

interface PendingProps {
  kind: PurchaseKind
  order_no: string
  isCard: boolean
  hasGivenUp: boolean
  isAsking: boolean
  onAgain: () => void
}

/** The provider has not reported the result of the payment yet. */
export const Pending = ({ kind, order_no, isCard, hasGivenUp, isAsking, onAgain }: PendingProps) => (
  <>
    <PageHeading>お支払いを確認しています</PageHeading>
    <div className="grid gap-6">
      <div role="status" className="flex items-start gap-3">
        {!hasGivenUp && (
          <span className="mt-1.5">
            <Spinner />
          </span>
        )}
        <p>
          {hasGivenUp
            ? '確認に時間がかかっています。確認できしだい、メールでお知らせします。この画面は閉じていただいてかまいません。'
            : `${isCard ? 'カード会社' : '決済会社'}からの返事を待っています。このまま少しお待ちください。`}
        </p>
      </div>
      <p className="numeric text-sm text-muted">ご注文番号 {order_no}</p>
      <Notice>もう一度注文する必要はありません。二重に請求されることはありません。</Notice>
      {hasGivenUp && (
        <div className="flex flex-wrap gap-3">
          <Button onClick={onAgain} pending={isAsking}>
            もう一度確認する
          </Button>
          <ButtonLink to={purchasePath(kind, 'confirm', true)} look="secondary">
            {isCard ? '本人認証をやり直す' : 'お手続きに戻る'}
          </ButtonLink>
        </div>
      )}
    </div>
  </>
)
