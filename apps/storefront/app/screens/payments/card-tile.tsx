import type { OwnCard } from '@kushi/contract/card'
import { Link } from 'react-router'
import { CardFacts } from '../../payment/card-facts.tsx'
import { brandName, readableCard } from '../../payment/card-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { preloadDialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'

interface CardTileProps {
  card: OwnCard
  isBusy: boolean
  /** Only its owner changes a card. */
  isOwn: boolean
  onDefault: () => void
  onDelete: () => void
}

const action = 'inline-flex min-h-tap items-center gap-2 text-link'

/** One saved card. */
export function CardTile({ card, isBusy, isOwn, onDefault, onDelete }: CardTileProps) {
  const name = `${brandName(card.brand)} ${readableCard(card.card_info)}`
  const isDefault = card.default_flag === '1'
  const isPaying = card.subscription_ids.length > 0
  return (
    <article
      aria-label={name}
      className={`grid gap-3 rounded-base border bg-surface p-5 ${isDefault ? 'border-ink' : 'border-line'}`}
    >
      <CardFacts card={card}>{isDefault && <Badge tone="filled">いつも使うカード</Badge>}</CardFacts>
      {isPaying && (
        <p className="text-sm text-leaf">定期便(契約番号 {card.subscription_ids.join('、')})のお支払いに使用中</p>
      )}
      {card.expiry_state !== 'valid' && (
        <p className="phrases text-sm">
          {isPaying
            ? '次回の定期便のお支払いができなくなります。新しいカードに変更してください。'
            : card.expiry_state === 'expired'
              ? 'お支払いには使えません。新しいカードに変更するか、削除してください。'
              : '新しいカードが届きましたら、変更してください。'}
        </p>
      )}
      {isOwn && <Actions name={name} {...{ card, isBusy, onDefault, onDelete }} />}
    </article>
  )
}

function Actions({ name, card, isBusy, onDefault, onDelete }: Omit<CardTileProps, 'isOwn'> & { name: string }) {
  return (
    <div className="-mb-2 flex flex-wrap items-center gap-x-6 border-t border-line pt-1 text-sm">
      <Link to={`/mypage/payments/${card.card_seq}/edit`} className={action} aria-label={`${name}を変更する`}>
        変更する
      </Link>
      {card.default_flag !== '1' && card.expiry_state !== 'expired' && (
        <button
          type="button"
          className={action}
          aria-disabled={isBusy || undefined}
          aria-label={`${name}をいつも使うカードにする`}
          onClick={onDefault}
        >
          {isBusy && <Spinner />}
          いつも使うカードにする
        </button>
      )}
      <button
        type="button"
        className={`${action} ml-auto text-muted`}
        aria-label={`${name}を削除する`}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={onDelete}
      >
        削除する
      </button>
    </div>
  )
}
