import type { OwnCard } from '@kushi/contract/card'
import type { CardExpiryState } from '@kushi/values/card'
import type { ReactNode } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { brandName, expiryText, readableCard } from './chosen-card.ts'

/** The mark for an expiry state; null: no mark. */
const EXPIRY_MARK: Record<CardExpiryState, { label: string; tone: 'plain' | 'danger' } | null> = {
  valid: null,
  expiring: { label: 'まもなく期限切れ', tone: 'plain' },
  expired: { label: '期限切れ', tone: 'danger' },
}

/** Identifies a card for the member: brand, last digits, expiry, name. `children`: a mark beside them. */
export function CardFacts({ card, children }: { card: OwnCard; children?: ReactNode }) {
  const mark = EXPIRY_MARK[card.expiry_state]
  return (
    <div className="flex items-start gap-3">
      <span className="mt-0.5 text-muted">
        <Icon name="card" size={24} />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span>
            {brandName(card.brand)} <span className="numeric ml-1">{readableCard(card.card_info)}</span>
          </span>
          {children}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          <span>
            <span className="text-muted">有効期限 </span>
            <span className="numeric">{expiryText(card.expire)}</span>
          </span>
          {mark && <Badge tone={mark.tone}>{mark.label}</Badge>}
        </p>
        {card.holder_name && <p className="text-sm text-muted">{card.holder_name}</p>}
      </div>
    </div>
  )
}
