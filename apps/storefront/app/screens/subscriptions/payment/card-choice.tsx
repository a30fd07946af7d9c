import type { OwnCard } from '@kushi/contract/card'
import { brandName, expiryText, readableCard } from '../../../payment/chosen-card.ts'
import type { SettledResult } from '../../../settle.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'

interface CardChoiceProps {
  cards: SettledResult<{ items: readonly OwnCard[] }>
  card_seq: number | null
  /** The card that was just added: it stands first. */
  added?: number
  error: string | undefined
  onChoose: (card_seq: number) => void
  /** Opens the form to enter this card again, or a new one; left out: neither is offered. */
  onEdit?: (card: OwnCard | 'new') => void
}

const link = 'inline-flex min-h-tap items-center gap-1 text-link'

/** Choice of a saved card. The chosen card can be entered again, and a new one can be added. */
export const CardChoice = ({ cards, card_seq, added, error, onChoose, onEdit }: CardChoiceProps) => (
  <Loaded loaded={cards}>
    {({ items }) => {
      const chosen = items.find((card) => card.card_seq === card_seq)
      return (
        <div className="grid gap-2">
          {items.length > 0 && (
            <RadioCards
              legend="お使いになるカード"
              value={String(card_seq)}
              error={error}
              onValue={(value) => onChoose(Number(value))}
              options={[...items]
                .sort((a, b) => Number(b.card_seq === added) - Number(a.card_seq === added))
                .map((card) => ({
                  value: String(card.card_seq),
                  label: `${brandName(card.brand)} ${readableCard(card.card_info)}`,
                  description:
                    card.expiry_state === 'expired' ? '有効期限が切れています' : `有効期限 ${expiryText(card.expire)}`,
                  disabled: card.expiry_state === 'expired',
                }))}
            />
          )}
          {items.length === 0 && (
            <p>お選びいただけるカードは登録されていません。{error && 'カードを追加してください。'}</p>
          )}
          {onEdit && (
            <div className="flex flex-wrap gap-x-6">
              <button type="button" className={link} onClick={() => onEdit('new')}>
                <Icon name="plus" size={16} />
                カードを追加する
              </button>
              {chosen && (
                <button type="button" className={link} onClick={() => onEdit(chosen)}>
                  <Icon name="pencil" size={16} />
                  {brandName(chosen.brand)} {readableCard(chosen.card_info)}の情報を変更する
                </button>
              )}
            </div>
          )}
        </div>
      )
    }}
  </Loaded>
)
