import type { NextDelivery } from '@kushi/contract/customer'
import { Link } from 'react-router'
import { useShop } from '../../shell/use-shell.ts'
import { SectionHeading } from '../../ui/heading.tsx'
import { withdrawalDeadline } from './withdrawal-deadline.ts'

/** 退会: by phone, or here if the shop accepts it; and until when. */
export function Withdrawal({ deliveries }: { deliveries: readonly NextDelivery[] | undefined }) {
  const shop = useShop()
  const phone = shop?.phone_number
  const isHere = shop?.withdrawal_by === 'mypage'
  return (
    <section aria-labelledby="withdrawal" className="phrases grid gap-3 border-t border-line pt-8 text-sm">
      <SectionHeading id="withdrawal">退会について</SectionHeading>
      {isHere && (
        <p>
          <Link to="/mypage/customer/withdrawal" className="text-link inline-flex min-h-tap items-center text-base">
            退会のお手続きへ
          </Link>
        </p>
      )}
      <p>
        {isHere ? 'お電話でも承ります。' : '退会のお手続きは、お電話で承ります。'}
        {phone && (
          <>
            <a
              href={`tel:${phone.replace(/\D/g, '')}`}
              className="numeric text-link mx-1 inline-flex min-h-tap items-center text-base"
            >
              {phone}
            </a>
            へご連絡ください。
          </>
        )}
      </p>
      <p>{withdrawalDeadline(deliveries)}</p>
      <p className="text-muted">
        退会後はログインできなくなり、購入履歴もご覧いただけません。定期便だけを止めたいときは、
        <Link to="/mypage/subscriptions" className="text-link">
          定期便の画面
        </Link>
        から休止・解約できます。
      </p>
      <p>
        <Link to="/mypage/customer/privacy" className="text-link inline-flex min-h-tap items-center">
          個人情報のご請求(開示・訂正・利用停止・削除)
        </Link>
      </p>
    </section>
  )
}
