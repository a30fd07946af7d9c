import type { MemberLinkedAccount, SavedMemberCard } from '@kushi/contract/admin/customer'
import { ApiError } from '@kushi/contract/client'
import { Suspense, use } from 'react'
import { api } from '../api.ts'
import { Section } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { Time } from '../ui/time.tsx'

export type Cards = Promise<{ items: SavedMemberCard[]; accounts: MemberLinkedAccount[] } | { refusal: string }>

/** Loaded from the provider, so the page does not wait for it. */
export const loadCards = (id: string): Cards =>
  api('GET /admin/v1/customers/{id}/cards', { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return { refusal: error.message }
  })

/** 登録カード, masked by the provider, and the wallets that they linked. */
export function CardsSection({ cards }: { cards: Cards }) {
  return (
    <Section title="登録カードと連携">
      <Suspense fallback={<p className="text-muted text-xs">決済会社に確かめています…</p>}>
        <List cards={cards} />
      </Suspense>
    </Section>
  )
}

function List({ cards }: { cards: Cards }) {
  const loadedCards = use(cards)
  if ('refusal' in loadedCards) return <p className="text-muted text-xs">{loadedCards.refusal}</p>
  // A server of the last version names none.
  const { items, accounts = [] } = loadedCards
  if (items.length + accounts.length === 0)
    return <p className="text-muted text-xs">登録カードも、連携したアカウントもありません。</p>
  return (
    <ul className="grid gap-1">
      {accounts.map(({ payment_method_id, payment_name, created_at, subscription_ids }) => (
        <li
          key={`linked-${payment_method_id}`}
          className="flex flex-wrap items-center gap-x-3 border-line border-b pb-1 last:border-0"
        >
          <span>{payment_name}</span>
          <span className="text-muted text-xs">
            <Time value={created_at} />
            に連携
          </span>
          <span className="ml-auto text-xs">{subscription_ids.length > 0 && `定期便${subscription_ids.length}件`}</span>
        </li>
      ))}
      {items.map(({ card_seq, card_info, brand, expire, is_default, expiry_state, subscription_ids }) => (
        <li key={card_seq} className="flex flex-wrap items-center gap-x-3 border-line border-b pb-1 last:border-0">
          <span className="numeric">
            {brand} {card_info}
          </span>
          <span className="numeric text-muted text-xs">
            有効期限 {expire.slice(2)}/{expire.slice(0, 2)}
          </span>
          {expiry_state === 'expired' && <State tone="stuck">期限切れ</State>}
          <span className="ml-auto text-xs">
            {is_default && 'ふだんお使いのカード'}
            {subscription_ids.length > 0 && ` 定期便${subscription_ids.length}件`}
          </span>
        </li>
      ))}
    </ul>
  )
}
