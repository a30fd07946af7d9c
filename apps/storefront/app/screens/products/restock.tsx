import { ApiError } from '@kushi/contract/client'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { useCustomer } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PricedSku } from './priced.ts'

const RestockForm = lazy(() => loadChunk(async () => ({ default: (await import('./restock-form.tsx')).RestockForm })))

/** 再入荷のお知らせ for a sold-out SKU. A guest must enter an e-mail address, a member nothing. */
export function Restock({ sku, onAsked: onSubscribed }: { sku: PricedSku; onAsked: () => void }) {
  const customer = useCustomer()
  const [state, setState] = useState<'closed' | 'open' | 'sending' | 'asked'>('closed')
  const [error, setError] = useState<string | null>(null)
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  // The bar of a phone leads here. Without the hash, another variant that is sold out does not take the focus.
  useEffect(() => {
    if (hash !== '#restock') return
    setState((now) => (now === 'closed' ? 'open' : now))
    void navigate({ search }, { replace: true, preventScrollReset: true })
  }, [hash, search, navigate])

  async function subscribe(email?: string) {
    setState('sending')
    setError(null)
    try {
      await quietApi('POST /v1/product/restock', { body: { product_sku_id: sku.id, ...(email && { email }) } })
      setState('asked')
      onSubscribed()
    } catch (failure) {
      setState('open')
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.fields[0]?.message ?? failure.message)
    }
  }

  if (state === 'asked')
    return (
      <Notice tone="leaf" role="status">
        承りました。入荷したら、メールで一度だけお知らせします。
      </Notice>
    )
  const isBusy = state === 'sending' || (state === 'open' && !customer)
  const button = (
    <div className="grid gap-2">
      <Button wide pending={isBusy} onClick={() => (customer ? void subscribe() : setState('open'))}>
        再入荷のお知らせを受け取る
      </Button>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  )
  if (customer || state === 'closed') return button
  return (
    <Suspense fallback={button}>
      <RestockForm isSending={state === 'sending'} error={error} onSend={subscribe} onRefuse={setError} />
    </Suspense>
  )
}
