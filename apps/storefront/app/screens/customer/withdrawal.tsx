import { ARRANGED_BEFORE_DAYS } from '@kushi/values/limits'
import { Link } from 'react-router'
import { useShop } from '../../shell/use-shell.ts'
import { SectionHeading } from '../../ui/heading.tsx'

/** 退会: by phone, and until when. */
export function Withdrawal() {
  const phone = useShop()?.phone_number
  return (
    <section aria-labelledby="withdrawal" className="grid gap-3 border-t border-line pt-8 text-sm">
      <SectionHeading id="withdrawal">退会について</SectionHeading>
      <p>
        退会のお手続きは、お電話で承ります。
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
      <p>
        定期便をご利用中の方は、次回お届け日の{ARRANGED_BEFORE_DAYS}
        日前までにご連絡ください。それを過ぎると発送の手配が済んでいるため、次の1回をお受け取りいただいてからのお手続きになります。
        <Link to="/mypage/subscriptions" className="text-link">
          次回のお届け日を確認する
        </Link>
      </p>
      <p className="text-muted">
        退会後はログインできなくなり、購入履歴もご覧いただけません。定期便だけを止めたいときは、定期便の画面から休止・解約できます。
      </p>
    </section>
  )
}
