import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { writePattern } from '../../../form/pattern.ts'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { AmazonButton } from '../../../payment/amazon/amazon-button.tsx'
import { loadAmazon } from '../../../payment/amazon/load-amazon.ts'
import { readAmazon } from '../../../state/amazon-payment.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { browserStorage } from '../../../state/storage.ts'
import { Button } from '../../../ui/button.tsx'

/** Amazon Pay: the button, or the choice made at Amazon with a button to change it. */
export function AmazonChoice({ kind, error }: { kind: PurchaseKind; error: string | undefined }) {
  const { control } = useFormContext<PurchaseFields>()
  const pattern = useWatch({ control, name: 'pattern' })
  const [chosen, setChosen] = useState(() => readAmazon(browserStorage(), kind))
  // The choice may have expired in the meantime. Then the error states this, and the button is shown again.
  useEffect(() => {
    if (error) setChosen(readAmazon(browserStorage(), kind))
  }, [error, kind])
  const [canChange, setCanChange] = useState(false)

  useEffect(() => {
    if (!chosen) return
    let isGone = false
    const amazonCheckoutSessionId = chosen.checkout_session_id
    loadAmazon()
      .then((amazon) => {
        if (isGone) return
        amazon.bindChangeAction('#amazon-change-payment', { amazonCheckoutSessionId, changeAction: 'changePayment' })
        if (chosen.has_address)
          amazon.bindChangeAction('#amazon-change-address', { amazonCheckoutSessionId, changeAction: 'changeAddress' })
        setCanChange(true)
      })
      // If the customer changes nothing at Amazon, the former choice stays valid.
      .catch(() => {})
    return () => {
      isGone = true
    }
  }, [chosen])

  return (
    <div className="grid gap-4 rounded-base border border-line bg-surface p-4 md:p-6">
      {chosen ? (
        <>
          <p className="grid gap-1">
            <span className="text-sm text-muted">Amazonのお支払い方法</span>
            <span className="numeric">{chosen.payment_descriptor || 'Amazonで選択済み'}</span>
          </p>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            <Button id="amazon-change-payment" look="quiet" disabled={!canChange}>
              お支払い方法を変更する
            </Button>
            {chosen.has_address && (
              <Button id="amazon-change-address" look="quiet" disabled={!canChange}>
                Amazonの住所を選び直す
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <p className="text-sm">
            ボタンを押すと、Amazonの画面でお支払い方法を選べます。ここまでのご入力は残ります(パスワードを除きます)。
          </p>
          <AmazonButton
            kind={kind}
            placement="Checkout"
            delivery_pattern={kind === 'periodic' ? writePattern(pattern) : null}
          />
        </>
      )}
      <p className="text-xs text-muted">
        {kind === 'periodic'
          ? '定期便の2回目からも、同じAmazonアカウントのお支払い方法に請求します。お支払いの許可は、Amazonの画面でいつでも確認・終了できます。'
          : 'このあとの確認画面でご注文を確定すると、Amazonの画面を通ってお支払いが完了します。'}
      </p>
    </div>
  )
}
