import { ApiError } from '@kushi/contract/client'
import type { DeliveryPattern } from '@kushi/contract/order'
import { userMessage } from '@kushi/values/user-message'
import { useEffect, useId, useRef, useState } from 'react'
import { quietApi } from '../../api.ts'
import { environment } from '../../state/environment.ts'
import type { PurchaseKind } from '../../state/purchase-kind.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { AmazonButton as Rendered } from './amazon-pay.ts'
import { loadAmazon } from './load-amazon.ts'

interface AmazonButtonProps {
  kind: PurchaseKind
  /** Cart: the customer also chooses the address at Amazon. */
  placement: 'Cart' | 'Checkout'
  delivery_pattern?: DeliveryPattern | null
}

type State = 'loading' | 'ready' | 'failed'

/** Amazon's own button. Its payload is signed at the click. */
export function AmazonButton({ kind, placement, delivery_pattern = null }: AmazonButtonProps) {
  const id = `amazon-${useId().replace(/\W/g, '')}`
  const [state, setState] = useState<State>('loading')
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)
  const pattern = useRef(delivery_pattern)
  pattern.current = delivery_pattern

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` loads again
  useEffect(() => {
    const config = environment()
    if (!config?.amazon_merchant_id || !config.amazon_public_key_id) return
    const { amazon_merchant_id: merchantId, amazon_public_key_id: publicKeyId, amazon_sandbox_flag: sandbox } = config
    let isGone = false
    const press = async (button: Rendered) => {
      if (isBusy.current) return
      isBusy.current = true
      setProblem(null)
      try {
        const body = { is_subscription: kind === 'periodic', placement, delivery_pattern: pattern.current }
        const signed = await quietApi('POST /v1/common/payment/amazon/v2/generate-button-signature', { body })
        const { payload_json: payloadJSON, signature, algorithm, public_key_id } = signed
        button.initCheckout({
          createCheckoutSessionConfig: { payloadJSON, signature, algorithm, publicKeyId: public_key_id },
        })
      } catch (error) {
        setProblem(error instanceof ApiError ? error.message : userMessage('try_again_later'))
      } finally {
        isBusy.current = false
      }
    }
    loadAmazon()
      .then((amazon) => {
        if (isGone) return
        const productType = placement === 'Cart' ? 'PayAndShip' : 'PayOnly'
        const language = { ledgerCurrency: 'JPY', checkoutLanguage: 'ja_JP', buttonColor: 'Gold' } as const
        const shop = { merchantId, publicKeyId, sandbox }
        const button = amazon.renderButton(`#${id}`, { ...shop, ...language, productType, placement })
        button.onClick(() => void press(button))
        setState('ready')
      })
      .catch(() => isGone || setState('failed'))
    return () => {
      isGone = true
    }
  }, [id, kind, placement, attempt])

  if (state === 'failed')
    return (
      <div className="grid gap-2 text-sm">
        <p>Amazon Payのボタンを読み込めませんでした。</p>
        <Button
          look="secondary"
          onClick={() => {
            setState('loading')
            setAttempt((count) => count + 1)
          }}
        >
          もう一度読み込む
        </Button>
      </div>
    )
  return (
    <div className="grid gap-1">
      {/* Keeps the focus in the field: an error on blur would move this button during the tap. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is */}
      <div className="relative min-h-12" onMouseDown={(event) => event.preventDefault()}>
        {state === 'loading' && <Skeleton className="absolute inset-0" />}
        <div id={id} />
      </div>
      <p aria-live="polite" className="text-sm text-danger">
        <ErrorText>{problem ?? undefined}</ErrorText>
      </p>
    </div>
  )
}
