import type { ToPay } from '@kushi/contract/order'
import { KONBINI_INSTRUCTIONS, KONBINI_NAME, konbiniSlipLines, paymentDeadlineText } from '@kushi/values/konbini'
import { formatYen, type Yen } from '@kushi/values/yen'

/** お支払いの番号 in large type, where it is paid, how, and until when. */
export const HowToPay = ({ toPay, amount }: { toPay: ToPay; amount: Yen }) => (
  <div className="grid gap-4 rounded-base bg-leaf-tint px-4 py-6 text-center md:px-6">
    <p>
      <span className="block text-sm text-muted">お支払いの期限</span>
      <span className="numeric font-mincho text-xl text-leaf">{paymentDeadlineText(new Date(toPay.pay_until))}</span>
    </p>
    <p>
      <span className="block text-sm text-muted">お支払い金額</span>
      <span className="numeric text-xl">{formatYen(amount)}</span>
    </p>
    <dl className="grid gap-3">
      {konbiniSlipLines(toPay).map(({ label, value }) => (
        <div key={label}>
          <dt className="text-sm text-muted">
            {KONBINI_NAME[toPay.store]}の{label}
          </dt>
          <dd className="numeric select-all text-xl tracking-wider">{value}</dd>
        </div>
      ))}
    </dl>
    <p className="text-left text-sm">{KONBINI_INSTRUCTIONS[toPay.store].how}</p>
  </div>
)
