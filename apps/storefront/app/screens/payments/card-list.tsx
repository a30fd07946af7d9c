import type { OwnCard } from '@kushi/contract/card'
import { useState } from 'react'
import { useActing } from '../../state/acting.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { News } from '../../ui/news.tsx'
import { CardTile } from './card-tile.tsx'
import { DeleteCard } from './delete-card.tsx'
import { useCards } from './use-cards.ts'

interface CardListProps {
  cards: readonly OwnCard[]
  /** News from the screen before. */
  arrivedWith: string | null
}

/** Every card of the member, and what can be done with each. */
export function CardList({ cards: loaded, arrivedWith }: CardListProps) {
  const { cards, busy, news, makeDefault, remove } = useCards(loaded, arrivedWith)
  const acting = useActing()
  const [asked, setAsked] = useState<OwnCard | null>(null)
  return (
    <div className="grid gap-6">
      <News text={news} />
      {cards.length === 0 ? (
        <EmptyState
          title="登録されているカードはありません"
          text="カードを登録しておくと、ご注文のたびに番号を入力しなくて済みます。"
        >
          {!acting && <ButtonLink to="/mypage/payments/new">カードを追加する</ButtonLink>}
        </EmptyState>
      ) : (
        <>
          <ul className="grid gap-4">
            {cards.map((card) => (
              <li key={card.card_seq}>
                <CardTile
                  card={card}
                  isBusy={busy === card.card_seq}
                  onDefault={() => void makeDefault(card)}
                  onDelete={() => setAsked(card)}
                />
              </li>
            ))}
          </ul>
          {!acting && (
            <BottomBar onDesktop="inline">
              <div className="md:max-w-panel">
                <ButtonLink to="/mypage/payments/new" wide>
                  カードを追加する
                </ButtonLink>
              </div>
            </BottomBar>
          )}
        </>
      )}
      <DeleteCard
        card={asked}
        isPending={busy !== null}
        onClose={() => setAsked(null)}
        onDelete={async (card) => {
          await remove(card)
          setAsked(null)
        }}
      />
    </div>
  )
}
