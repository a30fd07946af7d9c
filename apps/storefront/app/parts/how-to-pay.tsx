import type { ToPay } from '@kushi/contract/order'
import { paymentDeadlineText } from '@kushi/values/konbini'
import { paymentSlipInstructions, paymentSlipLines, paymentSlipPlace } from '@kushi/values/payment-slip'
import { formatYen, type Yen } from '@kushi/values/yen'
import { Fragment } from 'react'

/** お支払いの番号 or 振込先の口座 in large type, where it is paid, how, and until when; of a part that came in, what is missing. */
export const HowToPay = ({ toPay, amount }: { toPay: ToPay; amount: Yen }) => (
  <div className="grid gap-4 rounded-base bg-leaf-tint px-4 py-6 text-center md:px-6">
    <p>
      <span className="block text-sm text-muted">お支払いの期限</span>
      <span className="numeric font-mincho text-xl text-leaf">{paymentDeadlineText(new Date(toPay.pay_until))}</span>
    </p>
    <p>
      <span className="block text-sm text-muted">
        {toPay.received_amount > 0 ? '不足している金額' : 'お支払い金額'}
      </span>
      <span className="numeric text-xl">{formatYen(amount - toPay.received_amount)}</span>
      {toPay.received_amount > 0 && (
        <span className="numeric block text-sm text-muted">
          {`お支払い金額 ${formatYen(amount)}のうち、${formatYen(toPay.received_amount)}をいただいています。`}
        </span>
      )}
    </p>
    {'store' in toPay ? (
      <dl className="grid gap-3">
        {paymentSlipLines(toPay).map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-muted">{`${paymentSlipPlace(toPay)}の${label}`}</dt>
            <dd className="numeric select-all text-xl tracking-wider">{value}</dd>
          </div>
        ))}
      </dl>
    ) : (
      <dl className="mx-auto grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-left">
        {paymentSlipLines(toPay).map(({ label, value }) => (
          <Fragment key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="numeric select-all">{value}</dd>
          </Fragment>
        ))}
      </dl>
    )}
    <p className="text-left text-sm">{paymentSlipInstructions(toPay)}</p>
  </div>
)
