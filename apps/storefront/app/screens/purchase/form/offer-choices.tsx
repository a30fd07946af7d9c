import type { OrderOffer } from '@kushi/contract/order-offer'
import type { OfferPlace } from '@kushi/values/order-offer'
import { variantName } from '@kushi/values/product'
import { deliveryRangeText } from '@kushi/values/promotion'
import { formatYen } from '@kushi/values/yen'
import { useFormState } from 'react-hook-form'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { OfferCard, OfferedGoods } from '../../../parts/offer-card.tsx'
import type { ShownOffer } from '../../../state/order-offers.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import type { OffersInForm } from './use-offers.ts'

interface OfferProps {
  offers: OffersInForm
}

const useOffer = ({ shown, pending }: OffersInForm, place: OfferPlace) => {
  const { errors } = useFormState<PurchaseFields>()
  const one = shown.find(({ offer }) => offer.offer_place === place)
  const isChosen = (pending?.offer_place === place ? pending : one)?.is_taken ?? false
  return { one, isChosen, error: errors.offer_answers?.[place]?.message }
}

/** 注文のときのご案内 beside the order: an unticked box. */
export function OfferBeside({ offers }: OfferProps) {
  const { one, isChosen, error } = useOffer(offers, 'beside')
  if (!one) return null
  const { item, is_subscription } = one.offer
  return (
    <OfferCard {...one.offer}>
      <OfferedGoods item={item} />
      <CheckboxField
        checked={isChosen}
        onChange={() => offers.answer(one)}
        label="一緒に注文する"
        hint={
          <>
            {is_subscription && '毎回のお届けに入ります。'}
            {offers.isPriced(one) && <ChangeOfTotal one={one} />}
          </>
        }
        error={error}
      />
    </OfferCard>
  )
}

const ChangeOfTotal = ({ one: { offer, is_taken } }: { one: ShownOffer }) => (
  <span className="numeric">
    {offer.is_subscription ? '1回目のお支払い' : 'お支払い合計'}(税込・送料込み)
    {is_taken
      ? `は${formatYen(offer.with.payment_total)}です。`
      : `が${formatYen(offer.without.payment_total)}から${formatYen(offer.with.payment_total)}になります。`}
  </span>
)

/** 注文のときのご案内 instead of what is ordered: the order as it is, or this. */
export function OfferInstead({ offers }: OfferProps) {
  const { one, isChosen, error } = useOffer(offers, 'instead')
  if (!one) return null
  const { offer, instead_of } = one
  const isPriced = offers.isPriced(one)
  const { item, is_subscription } = offer
  const becomesSubscription =
    is_subscription && (one.is_taken ? instead_of?.subscription !== 1 : offer.without.later.length === 0)
  const name = [item.product_name, variantName(item)].filter(Boolean).join(' ')
  return (
    <OfferCard {...offer}>
      <RadioCards
        legend={offer.title}
        hideLegend
        error={error}
        value={isChosen ? 'taken' : 'as_it_is'}
        onValue={(value) => (value === 'taken') !== isChosen && offers.answer(one)}
        options={[
          {
            value: 'as_it_is',
            label: becomesSubscription ? '単品のまま' : 'いまの数量のまま',
            description: isPriced && (
              <Totals totals={offer.without} isSubscription={is_subscription && !becomesSubscription} />
            ),
          },
          {
            value: 'taken',
            label: `${becomesSubscription ? '定期便にする' : `${item.quantity}点にする`}(${name}${item.quantity > 1 ? ` ${item.quantity}点` : ''})`,
            description: isPriced && <Totals totals={offer.with} isSubscription={is_subscription} />,
          },
        ]}
      />
      <p className="text-xs text-muted">
        {isPriced && '金額は、税込・送料込みです。'}
        {becomesSubscription && 'お届け周期は、この下でお選びいただけます。'}
      </p>
    </OfferCard>
  )
}

/** The first delivery, the later ones, and the sum of three. */
function Totals({ totals, isSubscription }: { totals: OrderOffer['with']; isSubscription: boolean }) {
  const rows: [string, number][] = isSubscription
    ? [
        ['1回目', totals.payment_total],
        ...totals.later.map((phase): [string, number] => [
          `${deliveryRangeText(phase)}(1回あたり)`,
          phase.payment_total,
        ]),
        ['3回のお届けの合計', totals.three_total],
      ]
    : [
        ['今回', totals.payment_total],
        ['3回ご注文の場合の合計', totals.three_total],
      ]
  return (
    <span className="numeric grid">
      {rows.map(([label, amount]) => (
        <span key={label} className="flex flex-wrap justify-between gap-x-4">
          <span>{label}</span>
          <span>{formatYen(amount)}</span>
        </span>
      ))}
    </span>
  )
}
