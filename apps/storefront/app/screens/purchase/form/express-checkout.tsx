import type { PaymentMethod } from '@kushi/contract/setting'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { browserLine } from '../../../line/browser-line.ts'
import { LineMark } from '../../../line/line-mark.tsx'
import { usePress } from '../../../line/use-press.ts'
import { loginPath } from '../../../navigate.ts'
import { AmazonButton } from '../../../payment/amazon/amazon-button.tsx'
import { lineStore } from '../../../state/line.ts'
import { type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { useRegister } from '../../../state/register.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface ShortWaysProps {
  kind: PurchaseKind
  methods: readonly PaymentMethod[] | undefined
  /** Amazon Pay is already chosen: its button is further down. */
  isPaidByAmazon: boolean
}

/** Shown first to a new customer: login and Amazon Pay, which save typing. */
export function ExpressCheckout({ kind, methods, isPaidByAmazon }: ShortWaysProps) {
  const path = purchasePath(kind)
  const account = useStore(lineStore, (state) => state.account)
  const pattern = useRegister((state) => state.delivery_pattern)
  const amazon = methods?.find((method) => method.payment_method_id === PAYMENT_METHOD.amazon_pay)
  const mayUseLine = browserLine.isConfigured() && !browserLine.isLoggedIn()
  const line = usePress(() => browserLine.login(path))
  return (
    <section aria-label="入力を省く方法" className="grid gap-3">
      <p className="text-sm">
        会員の方は、
        <Link to={loginPath(path)} className="text-link inline-flex min-h-tap items-center font-medium">
          ログイン
        </Link>
        すると入力が省けます。
      </p>
      {account && (
        <Notice tone="leaf">
          {account.display_name}さんのLINEで続けています。ご注文と同時に、LINEでログインできるようになります。
          <Link
            to={`/line-link?${new URLSearchParams({ next: path })}`}
            className="text-link inline-flex min-h-tap items-center"
          >
            会員アカウントをお持ちの方
          </Link>
        </Notice>
      )}
      <div className="grid items-start gap-3 md:grid-cols-2">
        {mayUseLine && (
          <Button look="secondary" wide pending={line.isPending} onClick={line.press}>
            <LineMark />
            LINEで続ける
          </Button>
        )}
        {amazon?.is_available && !isPaidByAmazon && (
          <AmazonButton kind={kind} placement="Cart" delivery_pattern={pattern} />
        )}
      </div>
    </section>
  )
}
