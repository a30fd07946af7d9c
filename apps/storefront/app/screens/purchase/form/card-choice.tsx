import type { Card } from '@kushi/contract/card'
import { formatCardExpire, isCardExpired } from '@kushi/values/card'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { CardForm } from '../../../payment/card-form.tsx'
import { brandName, readableCard, saveChosenCard, useChosenCard } from '../../../payment/chosen-card.ts'
import type { CardFormState } from '../../../payment/use-card-form.ts'
import { NEW_CARD } from '../../../state/purchase-draft.ts'
import { today } from '../../../today.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { SavedCardNote } from '../saved-card-note.tsx'

interface CardChoiceProps {
  cards: readonly Card[] | null
  cardForm: CardFormState
  isPeriodic: boolean
}

/** A saved card, or a new one. */
export function CardChoice({ cards, cardForm, isPeriodic }: CardChoiceProps) {
  const { register, control, getValues, setValue } = useFormContext<PurchaseFields>()
  const choice = useWatch({ control, name: 'card' })
  const chosen = useChosenCard()
  const usable = (cards ?? []).filter((card) => !isCardExpired(card.expire, today()))

  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once, by the member's saved cards
  useEffect(() => {
    const chosen = getValues('card')
    if (chosen !== NEW_CARD && !usable.some(({ card_seq }) => String(card_seq) === chosen)) setValue('card', NEW_CARD)
  }, [])

  return (
    <div className="grid gap-4 rounded-base border border-line bg-surface p-4 md:p-6">
      {cards === null && (
        <Notice tone="warning">登録済みのカードを読み込めませんでした。新しいカードでお支払いいただけます。</Notice>
      )}
      {usable.length > 0 && (
        <RadioCards
          {...register('card')}
          legend="お使いになるカード"
          options={[
            ...usable.map((card) => ({
              value: String(card.card_seq),
              label: `${brandName(card.brand)} ${readableCard(card.card_info)}`,
              description: `有効期限 ${formatCardExpire(card.expire)}`,
            })),
            { value: NEW_CARD, label: '新しいカード' },
          ]}
        />
      )}
      {choice === NEW_CARD &&
        (chosen ? (
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="numeric">
              {brandName(chosen.brand)} {readableCard(chosen.masked)}
              <span className="ml-2 text-sm text-muted">入力済み</span>
            </p>
            <Button look="quiet" onClick={() => saveChosenCard(null)}>
              別のカードを入力する
            </Button>
          </div>
        ) : (
          <>
            <CardForm form={cardForm} />
            <p className="text-xs text-muted">
              カード番号は当店を通らず、決済代行会社へ直接送られます。ページを離れると、カードの入力だけは消えます。
            </p>
          </>
        ))}
      {choice === NEW_CARD &&
        (isPeriodic ? (
          <SavedCardNote />
        ) : (
          <CheckboxField {...register('save_card')} label="このカードを次回のために登録する" />
        ))}
    </div>
  )
}
