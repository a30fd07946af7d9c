import type { NextDelivery } from '@kushi/contract/customer'
import { Link } from 'react-router'
import { SectionHeading } from '../../ui/heading.tsx'
import { NextDeliveryCard } from './next-delivery-card.tsx'

/** 次回のお届け, the soonest first; for who has none, what a subscription is. */
export const NextDeliveries = ({ deliveries }: { deliveries: readonly NextDelivery[] }) => (
  <section aria-labelledby="next-deliveries" className="grid gap-4">
    <SectionHeading id="next-deliveries">次回のお届け</SectionHeading>
    {deliveries.length === 0 ? (
      <p className="text-sm text-muted">
        お届けを予定している定期便はありません。
        <Link to="/products?sale_type=2" className="text-link ml-1 inline-flex min-h-tap items-center text-ink">
          定期便で買える商品を見る
        </Link>
      </p>
    ) : (
      <ul className="grid gap-4">
        {deliveries.map((delivery) => (
          <li key={delivery.subscription_id}>
            <NextDeliveryCard delivery={delivery} />
          </li>
        ))}
      </ul>
    )}
  </section>
)
