import type { PaymentMethod } from '@kushi/contract/setting'
import { cardSheetOf, PAYMENT_METHOD, type PaymentMethodId } from '@kushi/values/payment-method'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { loadChunk } from '../../../chunk/load-chunk.ts'
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
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Loaded only where a sheet is offered. */
const FillButton = lazy(() =>
  loadChunk(async () => ({ default: (await import('../../../payment/sheet/fill-button.tsx')).FillButton })),
)

interface ShortWaysProps {
  kind: PurchaseKind
  methods: readonly PaymentMethod[] | undefined
  /** Amazon Pay is already chosen: its button is further down. */
  isPaidByAmazon: boolean
}

/** Shown first to a new customer: login, Amazon Pay and the browser's sheets, which save typing. */
export function ExpressCheckout({ kind, methods, isPaidByAmazon }: ShortWaysProps) {
  const path = purchasePath(kind)
  const account = useStore(lineStore, (state) => state.account)
  const pattern = useRegister((state) => state.delivery_pattern)
  const amazon = methods?.find((method) => method.payment_method_id === PAYMENT_METHOD.amazon_pay)
  const mayUseLine = browserLine.isConfigured() && !browserLine.isLoggedIn()
  const sheets = methods?.filter((one) => one.is_available && cardSheetOf(one.payment_method_id)) ?? []
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
        {sheets.map(({ payment_method_id }) => (
          <Suspense key={payment_method_id} fallback={<Skeleton className="min-h-12" />}>
            <FillButton payment_method_id={payment_method_id as PaymentMethodId} />
          </Suspense>
        ))}
      </div>
      {sheets.length > 0 && (
        <p className="text-sm text-muted">
          {`${sheets.map(({ payment_name }) => payment_name).join('・')}の情報は、お名前とご住所などの入力に使います。お支払いは、ご注文内容の確認のあとです。`}
        </p>
      )}
    </section>
  )
}
