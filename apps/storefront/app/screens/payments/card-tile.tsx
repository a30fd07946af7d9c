import type { OwnCard } from '@kushi/contract/card'
import { SavedItemActions } from '../../parts/saved-item-actions.tsx'
import { CardFacts } from '../../payment/card-facts.tsx'
import { brandName, readableCard } from '../../payment/chosen-card.ts'
import { Badge } from '../../ui/badge.tsx'

interface CardTileProps {
  card: OwnCard
  isBusy: boolean
  /** The viewer may change the card; false in a 代理ログイン. */
  isOwn: boolean
  onDefault: () => void
  onDelete: () => void
}

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
        <p className="text-sm">
          {isPaying
            ? '次回の定期便のお支払いができなくなります。新しいカードに変更してください。'
            : card.expiry_state === 'expired'
              ? 'お支払いには使えません。新しいカードに変更するか、削除してください。'
              : '新しいカードが届きましたら、変更してください。'}
        </p>
      )}
      {isOwn && (
        <SavedItemActions
          to={`/mypage/payments/${card.card_seq}/edit`}
          itemName={name}
          defaultMark={
            isDefault || card.expiry_state === 'expired' ? null : { who: name, words: 'いつも使うカードにする' }
          }
          isBusy={isBusy}
          onDefault={onDefault}
          onDelete={onDelete}
        />
      )}
    </article>
  )
}
