import type { PriceOffer, SubscriptionDetail } from '@kushi/contract/subscription'
import { quietApi } from '../../../api.ts'
import { SectionHeading } from '../../../ui/heading.tsx'
import { Refusal } from '../manage/refusal.tsx'
import { doneOutcome, type ManagedSubscription, useChange } from '../manage/use-change.ts'
import { OfferCard } from './offer-card.tsx'

/** 価格変更のお伺い of a subscription. */
export function Offers({ subscription, onShow }: ManagedSubscription & { subscription: SubscriptionDetail }) {
  const change = useChange({ subscription, onShow })
  const { id, price_offers } = subscription
  if (price_offers.length === 0) return null
  const answer = ({ id: offer_id, is_fees }: PriceOffer, is_agreed: boolean) => {
    const call = () =>
      quietApi('PATCH /v1/order/subscription/update/{id}/price', { params: { id }, body: { offer_id, is_agreed } })
    const heading = is_agreed
      ? `新しい${is_fees ? '送料・手数料' : '価格'}への同意を承りました。`
      : '同意しないとのお返事を承りました。'
    void change.run(call, () => doneOutcome(heading))
  }
  return (
    <section aria-labelledby="price" className="grid gap-4">
      <SectionHeading id="price">価格の変更について</SectionHeading>
      {price_offers.map((offer) => (
        <OfferCard
          key={offer.id}
          offer={offer}
          isPending={change.isPending}
          onAnswer={(is_agreed) => answer(offer, is_agreed)}
        />
      ))}
      <Refusal change={change} />
    </section>
  )
}
