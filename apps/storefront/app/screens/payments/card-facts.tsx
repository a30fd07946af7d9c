import type { OwnCard } from '@kushi/contract/card'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { brandName } from '../purchase/brand-name.ts'
import { readableCard } from '../purchase/readable-card.ts'
import { EXPIRY_MARK, expiryText } from './card-marks.ts'

/** What a member tells cards apart by: brand, last digits, expiry, name. */
export function CardFacts({ card }: { card: OwnCard }) {
  const mark = EXPIRY_MARK[card.expiry_state]
  return (
    <div className="flex items-start gap-4">
      <span className="mt-0.5 text-muted">
        <Icon name="card" size={24} />
      </span>
      <div className="grid gap-1">
        <p className="font-medium">
          {brandName(card.brand)} <span className="numeric ml-1">{readableCard(card.card_info)}</span>
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
