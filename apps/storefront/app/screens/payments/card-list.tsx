import type { OwnCard } from '@kushi/contract/card'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useActing } from '../../state/acting.ts'
import { useCustomer } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { News } from '../../ui/news.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CardTile } from './card-tile.tsx'
import { DeleteCard } from './delete-card.tsx'

type CardOrderFacts = Pick<OwnCard, 'card_seq' | 'default_flag' | 'expiry_state'>

/** いつも使うカード first, expired cards last, the others in the order of creation. */
export const sortCards = <C extends CardOrderFacts>(cards: readonly C[]): C[] => {
  const rank = (card: C) => (card.default_flag === '1' ? 0 : card.expiry_state === 'expired' ? 2 : 1)
  return [...cards].sort((a, b) => rank(a) - rank(b) || a.card_seq - b.card_seq)
}

/** Makes one card the default, and removes the mark from the others. */
export const withDefault = <C extends CardOrderFacts>(cards: readonly C[], card_seq: number | null): C[] =>
  cards.map((card) => ({ ...card, default_flag: card.card_seq === card_seq ? '1' : '0' }))

interface CardListProps {
  cards: readonly OwnCard[]
  /** Message from the previous screen. */
  initialNotice: string | null
}

/** All cards of the member, with the actions on each. */
export function CardList({ cards: loaded, initialNotice }: CardListProps) {
  const { cards, busy, news, makeDefault, remove } = useCards(loaded, initialNotice)
  const acting = useActing()
  const [cardToDelete, setCardToDelete] = useState<OwnCard | null>(null)
  return (
    <div className="grid gap-6">
      <News text={news} />
      {acting && <Notice>カードの追加・変更・削除は、ご本人だけができます。</Notice>}
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
                  isOwn={!acting}
                  onDefault={() => void makeDefault(card)}
                  onDelete={() => setCardToDelete(card)}
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
        card={cardToDelete}
        isPending={busy !== null}
        onClose={() => setCardToDelete(null)}
        onDelete={async (card) => {
          await remove(card)
          setCardToDelete(null)
        }}
      />
    </div>
  )
}

/** The list with the changes made on this screen. */
function useCards(loaded: readonly OwnCard[], initialNotice: string | null) {
  const customer_id = useCustomer()?.id ?? 0
  const [cards, setCards] = useState(() => sortCards(loaded))
  /** `card_seq` of the card with a call in progress. */
  const [busy, setBusy] = useState<number | null>(null)
  /** The message about the last action. */
  const [news, setNews] = useState(initialNotice)

  /** One call at a time. A toast has shown the error. */
  async function call({ card_seq }: OwnCard, work: () => Promise<void>): Promise<void> {
    if (busy !== null) return
    setBusy(card_seq)
    await work()
      .catch(() => {})
      .finally(() => setBusy(null))
  }

  return {
    cards,
    busy,
    news,
    makeDefault: (card: OwnCard) =>
      call(card, async () => {
        await api('POST /v1/common/mypage/card/update', { body: { card_seq: card.card_seq, default_flag: '1' } })
        // Keeps the order, so that the clicked entry does not move.
        setCards((before) => withDefault(before, card.card_seq))
        toast('いつも使うカードを変更しました')
      }),
    remove: (card: OwnCard) =>
      call(card, async () => {
        const { message, default_card_seq } = await api('DELETE /v1/customer/{customer_id}/card/{card_seq}/delete', {
          params: { customer_id, card_seq: card.card_seq },
        })
        const others = (before: readonly OwnCard[]) => before.filter((one) => one.card_seq !== card.card_seq)
        setCards((before) => withDefault(others(before), default_card_seq))
        setNews(message)
      }),
  }
}
