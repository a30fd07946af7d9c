import type { OwnCard } from '@kushi/contract/card'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useCustomer } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'
import { inOrder, withDefault } from './card-order.ts'

/** The list as it stands after what was done to it here. */
export function useCards(loaded: readonly OwnCard[], arrivedWith: string | null) {
  const customer_id = useCustomer()?.id ?? 0
  const [cards, setCards] = useState(() => inOrder(loaded))
  /** The one that a call is under way for. */
  const [busy, setBusy] = useState<number | null>(null)
  /** What was done last, in the shop's words. */
  const [news, setNews] = useState(arrivedWith)

  /** One call at a time; what is refused was told by a toast. */
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
        // The order stays: what was pressed must not jump away.
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
